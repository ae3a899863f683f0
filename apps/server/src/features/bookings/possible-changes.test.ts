import { getAdminBooking, moveBooking, setBookingStatus } from '@arcadia/contract/admin/bookings'
import { cancelBooking, getBooking, rescheduleBooking } from '@arcadia/contract/bookings'
import { moveDay } from '@arcadia/contract/day-moves'
import { addDays } from '@arcadia/contract/trip-date'
import { listMyBookings } from '@arcadia/contract/trips'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, openDates } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const dates = openDates()
const nextDate = () => dates.shift()!
type Booked = Awaited<ReturnType<typeof aBooking>>

const YES = { ok: true, why: null }
const no = (why: string) => ({ ok: false, why })
const OVER = no('This trip has already taken place.')
const CANCELLED = no('This booking was canceled.')

/** What the guest reads, in the list and alone, and what staff reads, in the details and alone. */
async function readBy({ token, bookingId }: Booked) {
  const params = { id: bookingId }
  const admin = await anAdmin(app)
  const [listed] = (await app.call(listMyBookings, { token })).filter(({ id }) => id === bookingId)
  const { canCancel, canMove } = await app.call(getBooking, { token, params })
  expect(listed).toMatchObject({ canCancel, canMove })
  const details = await app.call(getAdminBooking, { token: admin, params })
  const staff = { canCancel: details.canCancel, canMove: details.canMove }
  expect(await app.call(getBooking, { token: admin, params })).toMatchObject(staff)
  return { guest: { canCancel, canMove }, staff }
}

/** The sentences that the calls are refused with. */
async function refusedBy({ token, bookingId }: Booked) {
  const params = { id: bookingId }
  const { selectedDate: from } = await app.call(getBooking, { token, params })
  const to = nextDate()
  const body = { newSelectedDate: to, numberOfGuests: 1 }
  const said = [
    await app.answer(rescheduleBooking, { token, params, body }),
    await app.answer(cancelBooking, { token, params }),
    await app.answer(moveBooking, { token: await anAdmin(app), params, body: { from, to } }),
  ]
  return said.map(({ status, body }) => (status === 409 ? body.message : null))
}

test('guest and owner read with a booking whether they can cancel and move it, in the words of the refusal', async () => {
  const [today, date] = [nextDate(), nextDate()]
  app.clock.set(`${addDays(today, -1)}T15:00:00Z`)
  const [soon, done] = [await aBooking(app, { date: today }), await aBooking(app, { date: today })]
  const later = await aBooking(app, { date: addDays(date, 7) })
  const all = { canCancel: YES, canMove: YES }
  expect(await readBy(later)).toEqual({ guest: all, staff: all })
  const late = no('You can move a booking up to 2 days before the trip. Please call us at (863) 555-0142.')
  expect(await readBy(soon)).toEqual({ guest: { canCancel: YES, canMove: late }, staff: all })

  app.clock.set(`${today}T11:59:00Z`)
  expect((await readBy(soon)).guest).toEqual({ canCancel: YES, canMove: late })
  app.clock.set(`${today}T12:00:00Z`)
  const begun = no('This trip has begun. Please call us at (863) 555-0142.')
  expect((await readBy(soon)).guest).toEqual({ canCancel: begun, canMove: late })
  expect(await app.answer(cancelBooking, { token: soon.token, params: { id: soon.bookingId } })).toMatchObject({
    status: 409,
    body: { error: 'not-cancellable', message: begun.why },
  })
  app.clock.set(`${addDays(today, -1)}T15:00:00Z`)

  await app.call(cancelBooking, { token: later.token, params: { id: later.bookingId } })
  const unmoved = no("This booking was canceled, so it can't be moved.")
  const cancelled = await readBy(later)
  expect(cancelled).toEqual({
    guest: { canCancel: CANCELLED, canMove: CANCELLED },
    staff: { canCancel: CANCELLED, canMove: unmoved },
  })
  expect(await refusedBy(later)).toEqual([CANCELLED.why, CANCELLED.why, unmoved.why])

  const token = await anAdmin(app)
  await app.call(setBookingStatus, { token, params: { id: done.bookingId }, query: { status: 'COMPLETED' } })
  const completed = no("This trip is marked as completed. If it didn't take place, set it to confirmed first.")
  expect(await readBy(done)).toEqual({
    guest: { canCancel: OVER, canMove: OVER },
    staff: { canCancel: YES, canMove: completed },
  })
  expect(await refusedBy(done)).toEqual([OVER.why, OVER.why, completed.why])

  await app.call(moveDay, { token, body: { date: today, reason: 'WEATHER' } })
  const calledOff = no('We called off this day. Reload the page to pick another date or get your money back.')
  expect((await readBy(soon)).guest).toEqual({ canCancel: calledOff, canMove: YES })
  expect(await app.answer(cancelBooking, { token: soon.token, params: { id: soon.bookingId } })).toMatchObject({
    status: 409,
    body: { error: 'not-cancellable', message: calledOff.why },
  })
})
