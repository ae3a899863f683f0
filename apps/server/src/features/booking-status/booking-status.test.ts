import { addressOf } from '@arcadia/contract/addresses'
import { deleteBooking, getAdminBooking, patchBookingStatus, setBookingStatus } from '@arcadia/contract/admin/bookings'
import { type BookingStatus, depositDue, getBooking, listBookingEvents } from '@arcadia/contract/bookings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin } from '../../testing/builders.ts'
import { refundsOf } from '../../testing/refunds-of.ts'
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp({ patience: { answerWithinMs: 5000, callMs: 1500 } })
  admin = await anAdmin(app)
})
afterAll(() => app.close())

const { dates, setStatus, ledger, balanced, mails, take, payMore } = refundsOf(() => ({ app, admin }))

test('any status to any; a full day refuses; cancel with refund is one transaction; completed can be undone', async () => {
  const date = dates.shift()!
  const first = await aBooking(app, { date, guests: 3 })
  for (const status of ['PENDING', 'COMPLETED', 'CONFIRMED'] as const)
    expect((await setStatus(first.bookingId, status)).body.status).toBe(status)
  const both = await Promise.all([1, 2].map(() => setStatus(first.bookingId, 'CANCELLED', { refund: true })))
  for (const { body } of both) expect(body).toMatchObject({ status: 'CANCELLED' })
  const own = await app.answer(getBooking, { token: first.token, params: { id: first.bookingId } })
  expect(own.body.refundedAmount).toBe(1050)
  await aBooking(app, { date, guests: 2 })
  expect(await setStatus(first.bookingId, 'CONFIRMED')).toMatchObject({
    status: 409,
    body: { error: 'not-enough-spots' },
  })
  const patched = await app.answer(patchBookingStatus, {
    token: admin,
    params: { id: first.bookingId },
    body: { status: 'CANCELLED' },
  })
  expect(patched.status).toBe(200)
  expect((await app.answer(deleteBooking, { token: first.token, params: { id: first.bookingId } })).status).toBe(403)
  expect((await setStatus(999_999, 'PENDING')).status).toBe(404)
  const lost = addressOf(setBookingStatus, { params: { id: first.bookingId }, query: { status: 'LOST' } })
  expect((await app.request('PUT', lost, { token: admin })).status).toBe(400)
  await balanced()
})

test('undoing a mistaken status emails no one', async () => {
  const { bookingId } = await take()
  const sent = async () => [await mails('booking-confirmed'), await mails('booking-cancelled')]
  const before = await sent()
  for (const [status, notify] of [
    ['PENDING', true],
    ['CONFIRMED', false],
    ['COMPLETED', true],
    ['CONFIRMED', true],
  ] as const)
    expect((await setStatus(bookingId, status, notify ? {} : { notify })).status).toBe(200)
  expect(await sent()).toEqual(before)
})

test('a reinstated booking no longer says why it was canceled', async () => {
  const { bookingId } = await take()
  const reasonAs = async (status: BookingStatus) => {
    await setStatus(bookingId, status)
    return (await app.call(getAdminBooking, { token: admin, params: { id: bookingId } })).statusReason
  }
  for (const [status, reason] of [
    ['PENDING', 'Waiting for the guide'],
    ['CONFIRMED', null],
    ['COMPLETED', null],
  ] as const) {
    expect(await reasonAs('CANCELLED')).toBe('Canceled by the owner.')
    expect(await reasonAs(status)).toBe(reason)
  }
})

test('confirming a refunded booking asks again whether the guest still owes: yes unless told otherwise', async () => {
  const booking = await take()
  const params = { id: booking.bookingId }
  const read = () => app.call(getBooking, { token: booking.token, params })
  await setStatus(booking.bookingId, 'CANCELLED', { refund: true })
  const owing = { refundedAmount: 700, pendingAmount: 5000 }
  expect((await setStatus(booking.bookingId, 'CONFIRMED')).body).toMatchObject(owing)
  expect(await read()).toMatchObject(owing)
  // The deposit is due again, then the rest, and never more.
  expect(depositDue(await app.call(getBooking, { token: booking.token, params }))).toBe(700)
  await payMore(booking, 700)
  expect(await read()).toMatchObject({ paidAmount: 1400, refundedAmount: 700, pendingAmount: 4300 })
  // A trip marked as completed by mistake keeps the answer.
  await setStatus(booking.bookingId, 'COMPLETED')
  expect((await setStatus(booking.bookingId, 'CONFIRMED')).body.pendingAmount).toBe(4300)
})

test('an answer is about what went back since the last one, and the last one can be taken back', async () => {
  const booking = await take()
  const params = { id: booking.bookingId }
  const confirm = async (stillOwes: boolean) => {
    app.clock.advance({ minutes: 1 })
    const body = { status: 'CONFIRMED' as const, stillOwes }
    return (await app.call(patchBookingStatus, { token: admin, params, body })).pendingAmount
  }
  const cancel = async (refund: boolean) => {
    app.clock.advance({ minutes: 1 })
    await setStatus(booking.bookingId, 'CANCELLED', { refund })
    return (await app.call(getAdminBooking, { token: admin, params })).refundInQuestion
  }
  expect(await cancel(true)).toBe(700)
  expect(await confirm(true)).toBe(5000)
  await payMore(booking, 700)

  // The first refund was owed again and paid; "no" forgives the second one only.
  expect(await cancel(true)).toBe(700)
  expect(await confirm(false)).toBe(4300)
  expect(await cancel(false)).toBe(700)
  expect(await confirm(true)).toBe(5000)
  expect(await cancel(false)).toBe(700)
  expect(await confirm(false)).toBe(4300)

  // And "yes" asks for the third one only.
  await payMore(booking, 1000)
  expect(await cancel(true)).toBe(1000)
  expect(await confirm(true)).toBe(4300)
  expect(await cancel(false)).toBe(1000)
  expect(await confirm(false)).toBe(3300)
  const { description } = (await app.call(listBookingEvents, { token: booking.token, params })).at(-1)!
  expect(description).toBe("The $1,000.00 that was refunded isn't owed again.")
  await balanced()
})

test('a booking whose refund has no outcome yet is confirmed again only after it, so that what went back is owed again', async () => {
  const { bookingId } = await take()
  await app.simulator.fault({ operation: 'refund', fault: 'lost-request', times: 1 })
  await setStatus(bookingId, 'CANCELLED', { refund: true })
  const { body } = await setStatus(bookingId, 'CONFIRMED')
  expect(body.error).toBe('refund-in-progress')
  const onItsWay = await app.call(getAdminBooking, { token: admin, params: { id: bookingId } })
  expect(onItsWay).toMatchObject({ paidAmount: 700, refundedAmount: 0, refundableAmount: 0 })
  await eventually(async () => {
    await app.app.runJobs()
    app.clock.advance({ seconds: 10 })
    return (await ledger()).unresolved === 0
  })
  const owing = { status: 'CONFIRMED', refundedAmount: 700, pendingAmount: 5000 }
  expect((await setStatus(bookingId, 'CONFIRMED')).body).toMatchObject(owing)
  await balanced()
})
