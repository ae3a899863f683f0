import { listAdminBookings } from '@arcadia/contract/admin/bookings'
import { recordManualPayment } from '@arcadia/contract/admin/manual-payments'
import { cancelBooking } from '@arcadia/contract/bookings'
import { refundBooking } from '@arcadia/contract/refunds'
import type { WireInput } from '@arcadia/contract/testing/wire-client'
import { formatDate, formatLongDate } from '@arcadia/contract/trip-date'
import { getBookingWaiver, publishWaiver, signWaiver } from '@arcadia/contract/waivers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, networkAddress, openDates } from '../../testing/builders.ts'
import { rowsOf, startTestApp, type TestApp } from '../../testing/test-app.ts'

const [first, second, third, nextMonth] = [...openDates().slice(0, 3), '2027-06-10'] as [string, string, string, string]

let app: TestApp
let token: string
const made: Record<'first' | 'second' | 'cancelled' | 'later', Awaited<ReturnType<typeof aBooking>>> = {} as never
beforeAll(async () => {
  app = await startTestApp()
  token = await anAdmin(app)
  made.later = await aBooking(app, { date: nextMonth })
  made.second = await aBooking(app, { date: second })
  made.cancelled = await aBooking(app, { date: third })
  await app.call(cancelBooking, { token: made.cancelled.token, params: { id: made.cancelled.bookingId } })
  made.first = await aBooking(app, { date: first, guests: 2 })
})
afterAll(() => app.close())

type Query = WireInput<typeof listAdminBookings>['query']

/** Which of the four bookings are listed, in order. */
async function list(query: Query): Promise<string[]> {
  const rows = rowsOf(await app.call(listAdminBookings, { token, query }))
  return rows.map(({ id }) => Object.entries(made).find(([, { bookingId }]) => bookingId === id)![0])
}

test('newest first by default, and by trip date within a range', async () => {
  expect(await list({})).toEqual(['first', 'cancelled', 'second', 'later'])
  expect(await list({ from: second, sort: 'date' })).toEqual(['second', 'cancelled', 'later'])
  expect(await list({ to: second, sort: '-date' })).toEqual(['second', 'first'])
  expect(await list({ from: '2027-05-01', to: '2027-05-31', sort: 'date', status: 'CONFIRMED' })).toEqual([
    'first',
    'second',
  ])
  expect(await list({ from: second, sort: 'date', status: 'NOT_CANCELLED' })).toEqual(['second', 'later'])
  expect(await app.answer(listAdminBookings, { token, query: { from: 'May 2027' } })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'from' }] },
  })
})

test('dates are found as people write them, and other searches still work', async () => {
  const [month, day] = [Number(nextMonth.slice(5, 7)), Number(nextMonth.slice(8))]
  for (const q of [
    nextMonth,
    `${month}/${day}`,
    `${month}/${day}/2027`,
    formatLongDate(nextMonth),
    formatDate(nextMonth),
  ])
    expect(await list({ q }), q).toEqual(['later'])
  expect(await list({ q: `June ${day}` })).toEqual(['later'])
  expect(await list({ q: 'Jun 11' })).toEqual([])
  expect(await list({ q: 'June' })).toEqual(['later'])
  expect(await list({ q: made.first.confirmationNumber })).toEqual(['first'])
  for (const q of ['ada angler', 'ADA@EXAMPLE', '863.555.0142', '863/555–0142', '+1 (863) 555-0142'])
    expect(await list({ q }), q).toHaveLength(4)
})

test('bookings with a balance, until paid; cancelled ones have none', async () => {
  expect(await list({ only: 'UNPAID', sort: 'date' })).toEqual(['first', 'second', 'later'])
  const { pendingAmount } = rowsOf(await app.call(listAdminBookings, { token, query: { q: second } }))[0]!
  await app.call(recordManualPayment, {
    token,
    params: { id: made.second.bookingId },
    body: { method: 'CASH', amount: pendingAmount },
  })
  expect(await list({ only: 'UNPAID', sort: 'date' })).toEqual(['first', 'later'])
  expect(await list({ only: 'UNPAID', from: nextMonth })).toEqual(['later'])
})

test('bookings refunded in part or in full', async () => {
  expect(await list({ only: 'REFUNDED' })).toEqual([])
  await app.call(refundBooking, { token, params: { id: made.first.bookingId }, query: { amount: 50 } })
  await app.call(refundBooking, { token, params: { id: made.cancelled.bookingId }, query: {} })
  expect(await list({ only: 'REFUNDED', sort: 'date' })).toEqual(['first', 'cancelled'])
})

test('upcoming trips with missing waivers, until everyone in the group has signed', async () => {
  const missing = () => list({ only: 'WAIVER_MISSING', sort: 'date' })
  expect(await missing()).toEqual([])
  const text = 'You come at your own risk.'
  await app.call(publishWaiver, { token, body: { text, after: null } })
  expect(await missing()).toEqual(['first', 'second', 'later'])
  const sign = async (booking: typeof made.first, name: string) => {
    const { waiver } = await app.call(getBookingWaiver, { token: booking.token, params: { id: booking.bookingId } })
    const signed = { name, bornOn: '1980-02-03', way: 'TYPED' as const, signature: name, consent: true as const }
    const body = { token: waiver!.url.split('#')[1]!, version: 1, ...signed }
    const headers = { 'idempotency-key': `press-${name.replace(' ', '-')}` }
    await app.call(signWaiver, { body, ip: networkAddress(), headers })
  }
  await sign(made.second, 'Ada Angler')
  await sign(made.first, 'Bo Angler')
  expect(await missing()).toEqual(['first', 'later'])
  await sign(made.first, 'Cy Angler')
  expect(await missing()).toEqual(['later'])
  app.clock.set(`${nextMonth}T23:00:00Z`)
  token = await anAdmin(app)
  expect(await missing()).toEqual(['later'])
  app.clock.set('2027-06-12T12:00:00Z')
  token = await anAdmin(app)
  expect(await missing()).toEqual([])
})
