import { getAdminBooking } from '@arcadia/contract/admin/bookings'
import { enterPhoneBooking } from '@arcadia/contract/admin/phone-bookings'
import { getAvailability } from '@arcadia/contract/availability'
import { makePayLink, openBalanceLink, payLinkedBalance } from '@arcadia/contract/balance-links'
import { TERMS_VERSION } from '@arcadia/contract/booking-data'
import type { WireInput } from '@arcadia/contract/testing/wire-client'
import { networkAddress, openDates } from './builders.ts'
import type { TestApp } from './test-app.ts'

type PhoneBooking = WireInput<typeof enterPhoneBooking>['body']

/** What a test of phone bookings does as the admin of that moment. */
export function phoneBookingsOf(now: () => { app: TestApp; token: string }) {
  const dates = openDates()
  const caller = (over: Partial<PhoneBooking> = {}): PhoneBooking => ({
    selectedDate: dates.shift()!,
    numberOfGuests: 2,
    packageType: 'TROPHY',
    firstName: 'Rosa',
    lastName: 'Diaz',
    phone: '(863) 555-0177',
    ...over,
  })
  const hour = () => new Date(now().app.clock.now().getTime() + 3_600_000).toISOString()
  const enter = (body: PhoneBooking, key?: string) =>
    now().app.answer(enterPhoneBooking, { token: now().token, body, headers: key ? { 'idempotency-key': key } : {} })
  const read = (id: number) => now().app.call(getAdminBooking, { token: now().token, params: { id } })
  const spots = async (date: string) => (await now().app.call(getAvailability, { params: { date } })).availableSpots
  const newLink = async (id: number, depositUntil?: string) => {
    const { link } = await now().app.call(makePayLink, { token: now().token, params: { id }, body: { depositUntil } })
    return /^http.+\/pay-balance\/[\w-]{12}#([\w-]{43})$/.exec(link)![1]!
  }
  const open = (link: string) => now().app.answer(openBalanceLink, { body: { token: link } })
  const pay = async (
    link: string,
    over: { amount?: number; name?: string; key?: string; termsVersion?: string | undefined } = {},
  ) =>
    now().app.answer(payLinkedBalance, {
      body: {
        token: link,
        amount: over.amount ?? 700,
        currency: 'USD',
        paymentToken: await now().app.simulator.cardToken(over.name),
        owed: 5000,
        termsVersion: 'termsVersion' in over ? (over.termsVersion as typeof TERMS_VERSION) : TERMS_VERSION,
      },
      ip: networkAddress(),
      headers: over.key ? { 'idempotency-key': over.key } : {},
    })
  /** A phone booking with an hour to pay the deposit, and its link. */
  async function awaited(over: Partial<PhoneBooking> = {}) {
    const { body } = await enter(caller({ depositUntil: hour(), ...over }))
    const { id, selectedDate: date, confirmationNumber } = body
    return { id, date, confirmationNumber, link: await newLink(id) }
  }

  return { dates, caller, hour, enter, read, spots, newLink, open, pay, awaited }
}
