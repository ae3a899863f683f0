import { setBookingStatus } from '@arcadia/contract/admin/bookings'
import type { BookingStatus } from '@arcadia/contract/bookings'
import { payBalance } from '@arcadia/contract/payments'
import { refundBooking } from '@arcadia/contract/refunds'
import type { WireInput } from '@arcadia/contract/testing/wire-client'
import { afterEach, expect } from 'vitest'
import { aBooking } from './a-booking.ts'
import { networkAddress, openDates } from './builders.ts'
import { checkBooks } from './check-books.ts'
import type { TestApp } from './test-app.ts'

/** What a test of refunds does as the admin of that moment. */
export function refundsOf(now: () => { app: TestApp; admin: string }) {
  const dates = openDates()
  // Clears faults that a failed test left behind.
  afterEach(() => now().app.simulator.control('DELETE', '/faults'))

  const refund = (id: number, query: WireInput<typeof refundBooking>['query'] = {}, key?: string) =>
    now().app.answer(refundBooking, {
      token: now().admin,
      params: { id },
      query,
      ...(key && { headers: { 'idempotency-key': key } }),
    })
  const setStatus = (id: number, status: BookingStatus, more: { refund?: boolean; notify?: boolean } = {}) =>
    now().app.answer(setBookingStatus, { token: now().admin, params: { id }, query: { status, ...more } })
  const ledger = () => checkBooks(now().app, now().admin)
  const balanced = async () => expect(await ledger()).toMatchObject({ balanced: true, unresolved: 0, differences: [] })
  const mails = async (kind: string) =>
    (await now().app.database.pool.query('select to_email from outbox_mails where kind = $1', [kind])).rows.length
  const take = () => aBooking(now().app, { date: dates.shift()!, guests: 2 })

  /** Pays toward the balance, so that a booking has two charges. */
  async function payMore(booking: { token: string; bookingId: number }, amount: number) {
    const body = {
      bookingId: booking.bookingId,
      amount,
      currency: 'USD' as const,
      paymentToken: await now().app.simulator.cardToken(),
    }
    return (await now().app.call(payBalance, { token: booking.token, body, ip: networkAddress() })).id
  }

  return { dates, refund, setStatus, ledger, balanced, mails, take, payMore }
}
