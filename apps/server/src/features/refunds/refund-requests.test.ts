import { portal } from '@arcadia/contract/addresses'
import { getBooking, listBookingEvents } from '@arcadia/contract/bookings'
import {
  approveRefundRequest,
  declineRefundRequest,
  listRefundRequests,
  refundBooking,
  requestRefund,
  withdrawRefundRequest,
} from '@arcadia/contract/refunds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAdmin, anAngler } from '../../testing/builders.ts'
import { readMails } from '../../testing/read-mail.ts'
import { refundsOf } from '../../testing/refunds-of.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp({ patience: { answerWithinMs: 5000, callMs: 1500 } })
  admin = await anAdmin(app)
})
afterAll(() => app.close())

const { refund, balanced, mails, take } = refundsOf(() => ({ app, admin }))

test("a customer's request is approved once, or declined with an answer", async () => {
  const [one, other] = [await take(), await take()]
  const description = 'My knee.'
  for (const { token, bookingId } of [one, other]) {
    const filed = await app.answer(requestRefund, {
      token,
      params: { id: bookingId },
      body: { amount: 150, description },
    })
    expect(filed.status).toBe(202)
  }
  const [copy] = await readMails(app, 'ada@example.com', 'refund-asked')
  expect(copy!.text).toContain('You wrote:\n> My knee.')
  const [first, second] = await app.call(listRefundRequests, { token: admin })
  expect(first).toMatchObject({ bookingId: one.bookingId, amount: 150, refundable: 700 })
  const told = await readMails(app, 'admin@localhost', 'refund-requested')
  expect(told.some(({ text }) => text.includes(portal.refunds.href({ id: `request-${first!.id}` })))).toBe(true)
  const approve = () => app.answer(approveRefundRequest, { token: admin, params: { id: first!.id }, query: {} })
  for (const { body } of await Promise.all([approve(), approve(), approve()]))
    expect(body).toMatchObject({ success: true, booking: { refundedAmount: 150 } })
  const decline = () =>
    app.answer(declineRefundRequest, { token: admin, params: { id: second!.id }, body: { answer: 'Sorry.' } })
  expect((await decline()).status).toBe(204)
  expect((await decline()).body.error).toBe('refund-request-decided')
  expect(await app.call(listRefundRequests, { token: admin })).toEqual([])
  expect(await mails('refund-declined')).toBe(1)
  await balanced()
})

test('an approved request cancels the trip too if the owner says so, once, and in one transaction with the refund', async () => {
  const { token, bookingId } = await take()
  const params = { id: bookingId }
  await app.call(requestRefund, { token, params, body: { amount: 150, description: 'Ill' } })
  const { id } = (await app.call(listRefundRequests, { token: admin }))[0]!
  const approve = (cancels: boolean) =>
    app.answer(approveRefundRequest, { token: admin, params: { id }, query: { cancels } })
  await app.simulator.fault({ operation: 'refund', fault: 'decline', times: 1 })
  const refused = await approve(true)
  expect(refused.body).toMatchObject({ success: false, booking: { status: 'CANCELLED', refundedAmount: 0 } })
  expect(refused.body.message).toMatch(/^The trip is canceled\. Refund failed: /)
  // It waits for an answer again, and says that the trip is off already.
  expect(await app.call(listRefundRequests, { token: admin })).toMatchObject([{ id, bookingStatus: 'CANCELLED' }])
  for (const { body } of await Promise.all([approve(true), approve(true)]))
    expect(body).toMatchObject({
      success: true,
      message: 'The trip is canceled. $150.00 was refunded.',
      booking: { status: 'CANCELLED', refundedAmount: 150 },
    })
  expect((await readMails(app, 'ada@example.com', 'booking-cancelled')).at(-1)!.text).toContain('$150.00')
  // The guest reads that it is canceled before reading that the money went back.
  const { rows } = await app.database.pool.query(
    "select kind from outbox_mails where booking_id = $1 and kind in ('refund-made', 'booking-cancelled') order by next_try_at",
    [bookingId],
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['booking-cancelled', 'refund-made'])
  const lines = await app.call(listBookingEvents, { token, params })
  expect(lines.filter(({ kind }) => kind === 'cancelled')).toHaveLength(1)
  await balanced()
})

test('who wants the trip canceled after somebody else only refunded reads that it was answered already', async () => {
  const { token, bookingId } = await take()
  await app.call(requestRefund, { token, params: { id: bookingId }, body: { amount: 150, description: 'Ill' } })
  const [request] = await app.call(listRefundRequests, { token: admin })
  const approve = (query: { cancels?: boolean }) =>
    app.answer(approveRefundRequest, { token: admin, params: { id: request!.id }, query })
  expect((await approve({})).body).toMatchObject({ success: true, booking: { status: 'CONFIRMED' } })
  expect((await approve({ cancels: true })).body.error).toBe('refund-request-decided')
  expect((await app.call(getBooking, { token, params: { id: bookingId } })).status).toBe('CONFIRMED')
  await balanced()
})

test('a guest takes a request back, once: the owner hears of it and can answer it no more; asking again is a new one', async () => {
  const { token, bookingId } = await take()
  const params = { id: bookingId }
  const asked = async () =>
    (await app.call(listBookingEvents, { token, params })).filter(({ kind }) => kind === 'refund-requested')
  const withdraw = async () =>
    app.answer(withdrawRefundRequest, {
      token,
      params,
      body: { askedAt: (await asked()).at(-1)?.happenedAt ?? new Date(0).toISOString() },
    })
  expect((await withdraw()).body.error).toBe('refund-request-not-found')
  const ask = () => app.answer(requestRefund, { token, params, body: { description: 'Ill' } })
  expect((await ask()).status).toBe(202)
  const { id } = (await app.call(listRefundRequests, { token: admin }))[0]!
  const openSince = async () => (await app.call(getBooking, { token, params })).refundAskedAt
  // It stays open when money went back without an answer to it.
  await app.call(refundBooking, { token: admin, params, query: { amount: 10 } })
  expect(await openSince()).toBe((await asked())[0]!.happenedAt)
  const stranger = (await anAngler(app)).token
  expect(
    (
      await app.answer(withdrawRefundRequest, {
        token: stranger,
        params,
        body: { askedAt: (await asked())[0]!.happenedAt },
      })
    ).status,
  ).toBe(404)
  for (const { status } of await Promise.all([withdraw(), withdraw(), withdraw()])) expect(status).toBe(204)
  expect(await app.call(listRefundRequests, { token: admin })).toEqual([])
  expect(await openSince()).toBeNull()
  for (const answered of [
    await app.answer(approveRefundRequest, { token: admin, params: { id }, query: { cancels: true } }),
    await app.answer(declineRefundRequest, { token: admin, params: { id }, body: { answer: 'Sorry.' } }),
  ])
    expect(answered).toMatchObject({ status: 409, body: { error: 'refund-request-withdrawn' } })
  expect(await app.call(getBooking, { token, params })).toMatchObject({ status: 'CONFIRMED', refundedAmount: 10 })
  const told = await readMails(app, 'admin@localhost', 'refund-withdrawn')
  expect(told.at(-1)!.text).toContain("withdrew the refund request. You don't need to do anything.")
  expect(told.filter(({ text }) => text.includes(portal.bookings.href({ id: bookingId })))).toHaveLength(1)
  const kinds = (await app.call(listBookingEvents, { token, params })).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'refund-withdrawn')).toHaveLength(1)

  app.clock.advance({ seconds: 1 })
  expect((await ask()).status).toBe(202)
  const late = { token, params, body: { askedAt: (await asked())[0]!.happenedAt } }
  expect((await app.answer(withdrawRefundRequest, late)).status, 'the first request is taken back again').toBe(204)
  const about = (await readMails(app, 'admin@localhost')).filter(({ text }) =>
    text.includes(portal.bookings.href({ id: bookingId })),
  )
  expect(
    about.map(({ kind }) => kind),
    'one is open',
  ).not.toContain('refund-withdrawn')
  const again = (await app.call(listRefundRequests, { token: admin })).find((one) => one.bookingId === bookingId)!
  await app.call(declineRefundRequest, { token: admin, params: { id: again.id }, body: { answer: 'Sorry.' } })
  expect((await withdraw()).body.error).toBe('refund-request-decided')
  const declined = async () => (await app.call(getBooking, { token, params })).refundDeclined
  expect(await declined()).toMatchObject({ askedAt: again.createdAt, answer: 'Sorry.' })
  app.clock.advance({ seconds: 1 })
  expect((await ask()).status).toBe(202)
  expect(await declined(), 'asked again').toBeNull()
  expect((await withdraw()).status).toBe(204)
  expect(await declined(), 'taken back').toMatchObject({ answer: 'Sorry.' })
  await balanced()
})

test('of a guest who takes a request back while the owner approves it, one is too late', async () => {
  const { token, bookingId } = await take()
  const params = { id: bookingId }
  await app.call(requestRefund, { token, params, body: { amount: 150, description: 'Ill' } })
  const { id, createdAt: askedAt } = (await app.call(listRefundRequests, { token: admin })).find(
    (one) => one.bookingId === bookingId,
  )!
  const [withdrawn, approved] = await Promise.all([
    app.answer(withdrawRefundRequest, { token, params, body: { askedAt } }),
    app.answer(approveRefundRequest, { token: admin, params: { id }, query: {} }),
  ])
  const refused = [withdrawn, approved].filter(({ status }) => status === 409)
  expect(refused).toHaveLength(1)
  const { refundedAmount } = await app.call(getBooking, { token, params })
  expect(refundedAmount).toBe(approved.status === 200 ? 150 : 0)
  await balanced()
})

test('a request for more than is left refunds what is left', async () => {
  const booking = await take()
  const input = { params: { id: booking.bookingId }, body: { amount: 500, description: 'Ill' } }
  expect((await app.answer(requestRefund, { token: booking.token, ...input })).status).toBe(202)
  await refund(booking.bookingId, { amount: 300 })
  const request = (await app.call(listRefundRequests, { token: admin }))[0]!
  for (let click = 0; click < 2; click += 1)
    expect(
      await app.answer(approveRefundRequest, { token: admin, params: { id: request.id }, query: {} }),
    ).toMatchObject({
      status: 200,
      body: { success: true, message: '$400.00 was refunded.', booking: { refundedAmount: 700 } },
    })
  await balanced()
})
