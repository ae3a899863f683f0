import type { WireInput } from '@arcadia/contract/testing/wire-client'
import {
  getBookingWaiver,
  listWaiverSignatures,
  listWaiverTexts,
  openWaiver,
  publishWaiver,
  signWaiver,
} from '@arcadia/contract/waivers'
import { afterAll, expect } from 'vitest'
import { dataChecks, examine } from '../checks/checks.ts'
import { findWaiver } from '../features/waivers/waivers.store.ts'
import { aBooking } from './a-booking.ts'
import { networkAddress, openDates } from './builders.ts'
import type { TestApp } from './test-app.ts'

type Form = WireInput<typeof signWaiver>['body']

/** What a test of waivers does, as the admin of that moment or as whoever signs. */
export function waiversOf(now: () => { app: TestApp; admin: string }) {
  const TEXT = 'Fishing is dangerous.\n\nYou come at your own risk.'
  const dates = openDates()
  /** The doctor's findings on waivers and the audit log. */
  async function problems() {
    const findings = await examine(dataChecks(now().app.database.db, now().app.app.features))
    return findings.filter(({ about }) => /waivers|audit log|guards/.test(about)).flatMap((one) => one.problems)
  }

  afterAll(async () => expect(await problems()).toEqual([]))

  const publish = async (text: string | null) => {
    const { texts } = await now().app.call(listWaiverTexts, { token: now().admin })
    return now().app.answer(publishWaiver, { token: now().admin, body: { text, after: texts[0]?.version ?? null } })
  }
  const version = async () => (await findWaiver(now().app.database.db))?.version ?? 0

  const remind = () =>
    now()
      .app.app.features.bookings.sweeps.find(({ name }) => name === 'reminders')!
      .run()

  /** A booking on its own date, with its link's token. */
  async function aTrip(guests = 2, riders = 0) {
    const date = dates.shift()!
    const booking = await aBooking(now().app, { date, guests, riders })
    const { waiver } = await now().app.call(getBookingWaiver, {
      token: booking.token,
      params: { id: booking.bookingId },
    })
    return { ...booking, date, link: waiver?.url.split('#')[1] ?? '' }
  }

  let pressed = 0
  async function sign(link: string, more: Partial<Form> = {}, key = `press-${++pressed}`, ip = networkAddress()) {
    const body: Form = {
      token: link,
      version: await version(),
      name: 'Ada Angler',
      bornOn: '1990-05-01',
      way: 'TYPED',
      signature: 'Ada Angler',
      consent: true,
      ...more,
    }
    return now().app.answer(signWaiver, { body, ip, headers: { 'idempotency-key': key } })
  }
  const open = (token: string) => now().app.answer(openWaiver, { body: { token }, ip: networkAddress() })
  const signaturesOf = (id: number) => now().app.call(listWaiverSignatures, { token: now().admin, params: { id } })
  /** Names of nobody. */
  const invented = (people: number) => Array.from({ length: people }, (_, nth) => `Invented ${'I'.repeat(nth + 1)}`)

  return { TEXT, dates, problems, publish, version, remind, aTrip, sign, open, signaturesOf, invented }
}
