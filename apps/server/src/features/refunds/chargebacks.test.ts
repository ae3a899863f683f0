import { getAdminBooking, makeDisputePack, setBookingStatus } from '@arcadia/contract/admin/bookings'
import { checkLedger, listMoneyEntries } from '@arcadia/contract/admin/bookkeeping'
import { recordChargeback, winChargeback } from '@arcadia/contract/admin/chargebacks'
import { getDaySheet } from '@arcadia/contract/admin/dashboard'
import { previewMessage } from '@arcadia/contract/admin/messages'
import { listBookingEvents } from '@arcadia/contract/bookings'
import { payBalance } from '@arcadia/contract/payments'
import { refundBooking } from '@arcadia/contract/refunds'
import { addDays, venueDate } from '@arcadia/contract/trip-date'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { aColleague, anAdmin, networkAddress, openDates } from '../../testing/builders.ts'
import { checkBooks } from '../../testing/check-books.ts'
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts'

/** What a bank took back after a dispute was lost (docs/rules.md §3.43). */

let app: TestApp
let admin: string
let guest: Awaited<ReturnType<typeof aBooking>>
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp()
  admin = await anAdmin(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  // $700 of $5,000 paid.
  guest = await aBooking(app, { date: dates.shift()!, guests: 2 })
})

const today = () => venueDate(app.clock.now())
const params = () => ({ id: guest.bookingId })
const read = () => app.call(getAdminBooking, { token: admin, params: params() })
const paymentId = async () => (await read()).charges[0]!.id
async function record(wish: { amount?: number; stillOwes?: boolean; takenOn?: string; token?: string } = {}) {
  const { token = admin, amount = 700, takenOn = today(), stillOwes } = wish
  const body = { paymentId: await paymentId(), amount, takenOn, description: 'Case 42, not as described', stillOwes }
  return app.answer(recordChargeback, { token, params: params(), body })
}
const win = async () => {
  const orderId = (await read()).refunds.at(-1)!.id
  return app.answer(winChargeback, { token: admin, params: { ...params(), orderId } })
}
const books = () => checkBooks(app, admin)
const history = async () =>
  (await app.call(listBookingEvents, { token: guest.token, params: params() })).map(({ description }) => description)

test('it leaves the books equal to the cent, is not owed again unless the owner says so, and stands in history and Money', async () => {
  const before = await app.call(checkLedger, { token: admin })
  expect(await record()).toMatchObject({
    status: 200,
    body: {
      paidAmount: 700,
      refundedAmount: 700,
      chargedBackAmount: 700,
      refundableAmount: 0,
      pendingAmount: 4300,
      forgivenAmount: 700,
    },
  })
  expect(await books()).toMatchObject({
    balanced: true,
    captured: before.captured,
    kept: before.kept - 700,
    chargedBack: before.chargedBack + 700,
    refunded: before.refunded,
  })
  expect((await history()).at(-1)).toMatch(/^\$700\.00 was taken back by the bank on .+\. It isn't owed anymore\.$/)
  expect((await read()).refunds).toMatchObject([
    { kind: 'CHARGED_BACK', description: 'Case 42, not as described', status: 'DONE', parts: [{ amount: 700 }] },
  ])
  const { content: items } = await app.call(listMoneyEntries, {
    token: admin,
    query: { year: Number(today().slice(0, 4)) },
  })
  const entry = items.find(({ booking, kind }) => booking?.id === guest.bookingId && kind === 'CHARGED_BACK')
  expect(entry).toMatchObject({ direction: 'BACK', amount: 700, method: 'CARD' })
  const pack = await app.call(makeDisputePack, { token: admin, params: params() })
  expect(pack).toContain('Taken back by the bank')
})

test('that payment has nothing left to refund, also of a part, and is taken back once', async () => {
  expect(await record({ amount: 300 })).toMatchObject({ status: 200, body: { refundableAmount: 0 } })
  const refund = await app.answer(refundBooking, { token: admin, params: params(), query: { amount: 100 } })
  expect(refund.status).toBe(409)
  expect(await record({ amount: 300 })).toMatchObject({ status: 409, body: { error: 'already-charged-back' } })
  expect(await books()).toMatchObject({ balanced: true })
})

test('five presses at once record it once', async () => {
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => record({ amount: 100 })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  expect(await read()).toMatchObject({ refundedAmount: 100, chargedBackAmount: 100 })
})

test('where the owner says that it is still owed it is asked for again, and can be paid', async () => {
  expect(await record({ stillOwes: true })).toMatchObject({ body: { pendingAmount: 5000, forgivenAmount: 0 } })
  const body = { bookingId: guest.bookingId, amount: 5000, currency: 'USD' as const }
  const paymentToken = await app.simulator.cardToken()
  expect((await app.answer(payBalance, { token: guest.token, body: { ...body, paymentToken } })).status).toBe(201)
  expect(await read()).toMatchObject({ pendingAmount: 0, paidAmount: 5700, refundableAmount: 5000 })
  expect(await books()).toMatchObject({ balanced: true })
})

test('won later it counts as paid again, once, and both stand in the books', async () => {
  await record({ stillOwes: true })
  expect(await win()).toMatchObject({
    status: 200,
    body: { pendingAmount: 4300, refundedAmount: 0, chargedBackAmount: 0, refundableAmount: 700, forgivenAmount: 0 },
  })
  expect(await win()).toMatchObject({ status: 404, body: { error: 'chargeback-not-found' } })
  expect((await history()).at(-1)).toBe('The dispute was won: the bank gave $700.00 back.')
  expect(await books()).toMatchObject({ balanced: true })
  const { content: items } = await app.call(listMoneyEntries, {
    token: admin,
    query: { year: Number(today().slice(0, 4)) },
  })
  const kinds = items
    .filter(({ booking }) => booking?.id === guest.bookingId)
    .map(({ kind, direction }) => [kind, direction])
  expect(kinds).toEqual([
    ['WON_BACK', 'IN'],
    ['CHARGED_BACK', 'BACK'],
    ['DEPOSIT', 'IN'],
  ])
  // Lost again, and what was given back at the card is never more than it took.
  expect((await record()).status).toBe(200)
})

test('neither lost nor won while a card is being charged for what is owed', async () => {
  await record({ stillOwes: true })
  await app.simulator.fault({ operation: 'charge', fault: 'slow-after', delayMs: 3000, times: 1 })
  const paymentToken = await app.simulator.cardToken()
  const body = { bookingId: guest.bookingId, amount: 5000, currency: 'USD' as const, paymentToken }
  const calls = await app.simulator.calls('charge')
  const paying = app.answer(payBalance, { token: guest.token, body })
  await eventually(async () => (await app.simulator.calls('charge')) > calls)
  expect(await record()).toMatchObject({ status: 409, body: { error: 'payment-in-progress' } })
  expect(await win()).toMatchObject({ status: 409, body: { error: 'payment-in-progress' } })
  await app.simulator.endFaults()
  await paying
  await eventually(async () => (await read()).pendingAmount === 0)
  expect(await win()).toMatchObject({ status: 200, body: { paidAmount: 5700, refundedAmount: 0 } })
  expect(await books()).toMatchObject({ balanced: true })
})

test('no more than is left, on no day before it was paid or to come, by an owner alone', async () => {
  expect(await record({ amount: 700.01 })).toMatchObject({ status: 409, body: { error: 'more-than-refundable' } })
  expect((await record({ takenOn: addDays(today(), 1) })).status).toBe(400)
  expect((await record({ takenOn: addDays(today(), -1) })).status).toBe(400)
  const { token } = await aColleague(app, 'OFFICE')
  expect((await record({ token })).status).toBe(403)
  const theirs = await aBooking(app, { date: dates.shift()! })
  const body = { paymentId: await paymentId(), amount: 1, takenOn: today(), description: 'x' }
  const other = await app.answer(recordChargeback, { token: admin, params: { id: theirs.bookingId }, body })
  expect(other).toMatchObject({ status: 404, body: { error: 'charge-not-found' } })
  expect(await books()).toMatchObject({ balanced: true })
})

test('the day sheet and a message to its guest give it apart from what was refunded', async () => {
  await app.call(refundBooking, { token: admin, params: params(), query: { amount: 200 } })
  await record({ amount: 500 })
  const apart = { refundedAmount: 700, chargedBackAmount: 500 }
  const { selectedDate } = await read()
  const { parties } = await app.call(getDaySheet, { token: admin, params: { date: selectedDate } })
  expect(parties.find(({ id }) => id === guest.bookingId)).toMatchObject(apart)
  const body = { who: 'BOOKING' as const, bookingId: guest.bookingId, subject: 'Hello', text: 'Hi {name}' }
  const { recipients } = await app.call(previewMessage, { token: admin, body })
  expect(recipients).toMatchObject([apart])
})

test('once more canceled with a refund, a booking whose sums are as they were before a dispute is refunded again', async () => {
  const { token, bookingId } = guest
  const body = { bookingId, amount: 500, currency: 'USD' as const }
  const paymentToken = await app.simulator.cardToken()
  await app.call(payBalance, { token, body: { ...body, paymentToken }, ip: networkAddress() })
  const set = (status: 'CANCELLED' | 'CONFIRMED', refund = false) =>
    app.answer(setBookingStatus, { token: admin, params: params(), query: { status, refund } })
  expect(await record()).toMatchObject({ body: { refundedAmount: 700 } })
  expect(await set('CANCELLED', true)).toMatchObject({ body: { refundedAmount: 1200, refund: { success: true } } })
  const orderId = (await read()).refunds.find(({ kind }) => kind === 'CHARGED_BACK')!.id
  await app.call(winChargeback, { token: admin, params: { ...params(), orderId } })
  expect(await read()).toMatchObject({ refundedAmount: 500 })
  await set('CONFIRMED')
  await app.call(refundBooking, { token: admin, params: params(), query: { amount: 200 } })
  expect(await read()).toMatchObject({ refundedAmount: 700, refundableAmount: 500 })
  expect(await set('CANCELLED', true)).toMatchObject({ body: { refundedAmount: 1200, refundableAmount: 0 } })
  expect(await books()).toMatchObject({ balanced: true })
})
