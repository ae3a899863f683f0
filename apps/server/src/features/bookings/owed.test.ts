import { listAdminBookings, setBookingStatus } from '@arcadia/contract/admin/bookings'
import { getSeasonMoney } from '@arcadia/contract/admin/bookkeeping'
import { getDashboardOverview } from '@arcadia/contract/admin/dashboard'
import { cancelBooking, getBooking, rescheduleBooking } from '@arcadia/contract/bookings'
import { closeDayMove, moveDay } from '@arcadia/contract/day-moves'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, openDates } from '../../testing/builders.ts'
import { rowsOf, startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await anAdmin(app)
})
afterAll(() => app.close())

const dates = openDates()
type Booked = Awaited<ReturnType<typeof aBooking>>

/** What the guest reads; the lists and sums of the portal must say the same. */
async function owedFor({ token, bookingId }: Booked): Promise<number> {
  const { pendingAmount } = await app.call(getBooking, { token, params: { id: bookingId } })
  const unpaid = rowsOf(await app.call(listAdminBookings, { token: admin, query: { only: 'UNPAID' } }))
  const { money } = await app.call(getDashboardOverview, { token: admin })
  const { all } = await app.call(getSeasonMoney, { token: admin, query: { year: '2027' } })
  const listed = unpaid.reduce((sum, booking) => sum + booking.pendingAmount, 0)
  expect({ due: money.due, season: all.due, listed }).toEqual({ due: listed, season: listed, listed })
  expect(unpaid.some(({ id }) => id === bookingId)).toBe(pendingAmount > 0)
  return pendingAmount
}

test('nothing is owed for a cancelled booking, and what went back is owed again only where the owner says so', async () => {
  const booking = await aBooking(app, { date: dates.shift()! })
  expect(await owedFor(booking)).toBe(2150)
  await app.call(cancelBooking, { token: booking.token, params: { id: booking.bookingId } })
  expect(await owedFor(booking)).toBe(0)
  const set = (query: { status: 'CANCELLED' | 'CONFIRMED'; refund?: boolean }) =>
    app.call(setBookingStatus, { token: admin, params: { id: booking.bookingId }, query })
  await set({ status: 'CONFIRMED' })
  await set({ status: 'CANCELLED', refund: true })
  expect(await owedFor(booking)).toBe(0)
  await set({ status: 'CONFIRMED' })
  expect(await owedFor(booking)).toBe(2500)
})

test('nothing is owed for a called-off day until the guest answers or the trip is on again', async () => {
  const [date, other] = [dates.shift()!, dates.shift()!]
  const [one, two] = [await aBooking(app, { date }), await aBooking(app, { date })]
  const move = await app.call(moveDay, { token: admin, body: { date, reason: 'WEATHER' } })
  expect([await owedFor(one), await owedFor(two)]).toEqual([0, 0])
  const body = { newSelectedDate: other, numberOfGuests: 1 }
  await app.call(rescheduleBooking, { token: one.token, params: { id: one.bookingId }, body })
  expect([await owedFor(one), await owedFor(two)]).toEqual([2150, 0])
  await app.call(closeDayMove, { token: admin, params: { id: move.id }, body: { opensDay: true } })
  expect([await owedFor(one), await owedFor(two)]).toEqual([2150, 2150])
})
