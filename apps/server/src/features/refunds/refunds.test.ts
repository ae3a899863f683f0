import { listAuditEntries } from '@arcadia/contract/admin/audit-log'
import { getAdminBooking, listAdminBookings } from '@arcadia/contract/admin/bookings'
import { getDashboardOverview } from '@arcadia/contract/admin/dashboard'
import { cancelBooking, getBooking, listBookingEvents } from '@arcadia/contract/bookings'
import { getPayment, payForBooking } from '@arcadia/contract/payments'
import {
  listRefundableFailures,
  listVoidableCharges,
  refundBooking,
  refundFailure,
  requestRefund,
  resolveFailure,
  voidBooking,
} from '@arcadia/contract/refunds'
import type { WireInput } from '@arcadia/contract/testing/wire-client'
import { getTrip } from '@arcadia/contract/trips'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aHold, anAdmin, anAngler, aPayment } from '../../testing/builders.ts'
import { ofEachKind } from '../../testing/proof.ts'
import { readMails } from '../../testing/read-mail.ts'
import { refundsOf } from '../../testing/refunds-of.ts'
import { eventually, rowsOf, startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp({ patience: { answerWithinMs: 5000, callMs: 1500 } })
  admin = await anAdmin(app)
})
afterAll(() => app.close())

const { dates, refund, setStatus, ledger, balanced, mails, take, payMore } = refundsOf(() => ({ app, admin }))

test('a part, then the rest: newest charge first, emailed, to the cent, and never more', async () => {
  const booking = await take()
  const newest = await payMore(booking, 100.5)
  const before = await mails('refund-made')
  const part = await refund(booking.bookingId, { amount: 200.25, description: 'Rain' })
  expect(part).toMatchObject({
    status: 200,
    body: { success: true, message: '$200.25 was refunded.', booking: { refundedAmount: 200.25, status: 'CONFIRMED' } },
  })
  const payment = await app.answer(getPayment, { token: booking.token, params: { id: newest } })
  expect(payment.body.refundedAmount).toBe(100.5)
  expect((await refund(booking.bookingId, { amount: 600.26 })).body).toMatchObject({ error: 'more-than-refundable' })
  expect((await refund(booking.bookingId)).body).toMatchObject({ success: true, booking: { refundedAmount: 800.5 } })
  expect(await mails('refund-made')).toBe(before + 2)
  expect((await readMails(app, 'ada@example.com', 'refund-made')).at(-1)!.text).toContain(
    "We've refunded the Visa ending in 1111.",
  )
  await balanced()
  app.clock.advance({ minutes: 3 })
  expect((await refund(booking.bookingId)).body.error).toBe('nothing-to-refund')
})

test('five clicks at once and two admins with one key make one refund', async () => {
  const booking = await take()
  const clicks = await Promise.all(Array.from({ length: 5 }, () => refund(booking.bookingId, { amount: 50 })))
  for (const click of clicks) expect(click).toMatchObject({ status: 200, body: { success: true } })
  const key = `refund-${booking.bookingId}-5000`
  const admins = await Promise.all([1, 2].map(() => refund(booking.bookingId, { amount: 70 }, key)))
  for (const answer of admins) expect(answer.body).toMatchObject({ success: true, booking: { refundedAmount: 120 } })
  expect((await refund(booking.bookingId, { amount: 71 }, key)).body.error).toBe('key-reused')
  await balanced()
})

const LOST = ofEachKind([
  ['lost-request', 'lost-answer', 'hang-after'],
  ['server-error-after', 'unreadable-answer', 'system-error-after'],
  ['too-many-requests'],
])

test.each(LOST)('a lost answer (%s): refunded once, automatically', async (fault) => {
  const booking = await take()
  const calls = await app.simulator.calls('refund')
  await app.simulator.fault({ operation: 'refund', fault, times: 1 })
  const first = await refund(booking.bookingId, { amount: 300 }, 'k')
  expect(first.body).toMatchObject({ success: false, message: expect.stringMatching('is being confirmed') })
  await eventually(async () => {
    await app.app.runJobs()
    app.clock.advance({ seconds: 10 })
    return (await ledger()).unresolved === 0
  })
  expect((await refund(booking.bookingId, { amount: 300 }, 'k')).body).toMatchObject({
    success: true,
    booking: { refundedAmount: 300 },
  })
  expect(await app.simulator.calls('refund')).toBeGreaterThan(calls)
  await balanced()
})

test('a refused refund says so and can be retried; for a cancelled booking it is listed', async () => {
  const booking = await take()
  await app.simulator.fault({ operation: 'refund', fault: 'decline', times: 1 })
  const cancelled = await setStatus(booking.bookingId, 'CANCELLED', { refund: true })
  expect(cancelled.body).toMatchObject({
    status: 'CANCELLED',
    refundedAmount: 0,
    refund: {
      success: false,
      message: 'Refund failed: the payments provider refused $700.00. Try again, or pay it back another way.',
    },
  })
  const failure = (await app.call(listRefundableFailures, { token: admin }))[0]!
  expect(failure).toMatchObject({ bookingId: booking.bookingId, needsRefund: true, amount: 700, kind: 'REFUNDABLE' })
  expect(await ledger()).toMatchObject({ balanced: true, failures: 700 })
  const clicks = await Promise.all(
    [1, 2, 3].map(() => app.answer(refundFailure, { token: admin, params: { id: failure.id }, query: {} })),
  )
  for (const click of clicks)
    expect(click.body).toMatchObject({ success: true, failure: { id: failure.id, amount: 0, needsRefund: false } })
  expect(await app.call(listRefundableFailures, { token: admin })).toEqual([])
  await balanced()
})

test('a cancellation email says what was decided about the money, whatever has happened to the refund since', async () => {
  const emailText = async () => (await readMails(app, 'ada@example.com', 'booking-cancelled')).at(-1)!.text
  const [made, refused, kept] = [await take(), await take(), await take()]
  const done = await setStatus(made.bookingId, 'CANCELLED', { refund: true })
  expect(done.body.refund).toEqual({ success: true, message: '$700.00 was refunded.' })
  const own = { token: made.token, params: { id: made.bookingId } }
  const history = await app.call(listBookingEvents, own)
  expect(history.map(({ description }) => description)).toContain('$700.00 was refunded to the Visa ending in 1111.')
  expect((await app.call(getTrip, own)).own?.refundedTo).toBe('the Visa ending in 1111')
  expect(await emailText()).toContain("We're refunding $700.00 to the Visa ending in 1111")

  await app.simulator.fault({ operation: 'refund', fault: 'decline', times: 1 })
  await setStatus(refused.bookingId, 'CANCELLED', { refund: true })
  expect(await emailText()).toContain("We're arranging your refund of $700.00")
  expect(await emailText()).not.toMatch(/refundable|of right/)
  const failure = (await app.call(listRefundableFailures, { token: admin }))[0]!
  await app.call(refundFailure, { token: admin, params: { id: failure.id }, query: {} })

  const cancelled = await setStatus(kept.bookingId, 'CANCELLED')
  expect(cancelled.body).not.toHaveProperty('refund')
  expect(await emailText()).toContain('Your $700.00 is still with us: pick another date, or ask for it back.')
  expect(await emailText()).not.toContain('Per our terms')
  await balanced()
})

test('a refusal that came at once is emailed to the owner, who may have lost the answer, and stays listed until made again', async () => {
  const { bookingId, token } = await take()
  const before = await mails('refund-refused')
  await app.simulator.fault({ operation: 'refund', fault: 'decline', times: 1 })
  const waiting = async () => (await app.call(getDashboardOverview, { token: admin })).waiting.failuresToRefund
  const waitedBefore = await waiting()
  expect((await refund(bookingId, { amount: 40 })).body).toMatchObject({
    success: false,
    message: expect.stringMatching(/Try again, or pay it back another way\.$/),
  })
  expect(await mails('refund-refused')).toBe(before + 1)
  expect(await waiting()).toBe(waitedBefore + 1)
  // The guest reads the history, and can do nothing about it.
  const history = await app.call(listBookingEvents, { token, params: { id: bookingId } })
  expect(history.at(-1)!.description).toBe('Refund failed: the payments provider refused $40.00.')
  const listed = await app.call(listRefundableFailures, { token: admin })
  expect(listed).toMatchObject([{ bookingId, kind: 'REFUNDABLE', amount: 40, needsRefund: true }])
  // Another amount is another refund.
  expect((await refund(bookingId, { amount: 30 })).body).toMatchObject({ success: true })
  expect(await app.call(listRefundableFailures, { token: admin })).toHaveLength(1)
  expect((await refund(bookingId, { amount: 40 })).body).toMatchObject({ success: true })
  expect(await app.call(listRefundableFailures, { token: admin })).toEqual([])
  await balanced()
})

test('a customer who was told "we\'re refunding" is told when the refund is refused, and nobody else is', async () => {
  const [told, untold, kept] = [await take(), await take(), await take()]
  const delayed = () => readMails(app, 'ada@example.com', 'refund-delayed')
  await app.simulator.fault({ operation: 'refund', fault: 'lost-request', times: 1 })
  await setStatus(told.bookingId, 'CANCELLED', { refund: true })
  expect((await readMails(app, 'ada@example.com', 'booking-cancelled')).at(-1)!.text).toContain(
    "We're refunding $700.00",
  )
  const cancellationSent = ({ bookingId }: { bookingId: number }) =>
    app.database.pool.query(
      "update outbox_mails set sent_at = $2 where kind = 'booking-cancelled' and booking_id = $1",
      [bookingId, app.clock.now()],
    )
  await cancellationSent(told)
  await app.simulator.fault({ operation: 'refund', fault: 'decline', times: 1 })
  await eventually(async () => {
    await app.app.runJobs()
    app.clock.advance({ seconds: 10 })
    return (await ledger()).unresolved === 0
  })
  expect((await delayed()).map(({ subject }) => subject)).toEqual(['Your refund is delayed: $700.00'])
  expect((await delayed())[0]!.text).toContain(
    "Your refund of $700.00 to the Visa ending in 1111 hasn't gone through yet.",
  )

  // Refused before the cancellation email went out, which says so itself.
  await app.simulator.fault({ operation: 'refund', fault: 'decline', times: 1 })
  await setStatus(untold.bookingId, 'CANCELLED', { refund: true })
  expect((await readMails(app, 'ada@example.com', 'booking-cancelled')).at(-1)!.text).toContain(
    "We're arranging your refund of $700.00",
  )
  expect(await delayed()).toHaveLength(1)

  // Cancelled without a refund; the office made one later.
  await setStatus(kept.bookingId, 'CANCELLED')
  await cancellationSent(kept)
  app.clock.advance({ minutes: 1 })
  await app.simulator.fault({ operation: 'refund', fault: 'decline', times: 1 })
  expect((await refund(kept.bookingId)).body).toMatchObject({ success: false })
  expect(await delayed()).toHaveLength(1)
  for (const { id } of await app.call(listRefundableFailures, { token: admin }))
    await app.call(refundFailure, { token: admin, params: { id }, query: {} })
  await balanced()
})

test('a cancellation email reports earlier refunds as done and promises only the rest', async () => {
  const emailText = async () => (await readMails(app, 'ada@example.com', 'booking-cancelled')).at(-1)!.text
  for (const { isRefunded, rest } of [
    { isRefunded: false, rest: 'The other $600.00 is still with us: pick another date, or ask for it back.' },
    { isRefunded: true, rest: "We're refunding $600.00 to the Visa ending in 1111" },
  ]) {
    const { bookingId } = await take()
    await refund(bookingId, { amount: 100, description: 'Rain' })
    app.clock.advance({ minutes: 3 })
    await setStatus(bookingId, 'CANCELLED', { refund: isRefunded })
    expect(await emailText()).toContain('We refunded $100.00 to the Visa ending in 1111 earlier.')
    expect(await emailText()).toContain(rest)
    expect((await emailText()).match(/We're refunding/g) ?? []).toHaveLength(isRefunded ? 1 : 0)
  }
  await balanced()
})

/** The audit log's refund entries of a booking, oldest first. */
async function loggedOf(bookingId: number) {
  const query = { subjectKind: 'booking', subjectId: bookingId } as const
  const { content } = await app.call(listAuditEntries, { token: admin, query })
  return content.map(({ action, after }) => [action, JSON.parse(after!)]).reverse()
}

test('the audit log has each order and its outcome, and is read with the outcome alone once it is known', async () => {
  const { bookingId } = await take()
  await app.simulator.fault({ operation: 'refund', fault: 'decline', times: 1 })
  await refund(bookingId, { amount: 50, description: 'Rain' })
  await refund(bookingId, { amount: 50, description: 'Rain' })
  await app.call(refundBooking, { token: admin, params: { id: bookingId } })
  const fifty = { amount: '$50.00', description: 'Rain' }
  expect(await loggedOf(bookingId)).toEqual([
    ['booking.refund-refused', { ...fifty, why: expect.stringMatching(/./) }],
    ['booking.refunded', fifty],
    ['booking.refunded', { amount: '$650.00', description: null }],
  ])
  const { rows } = await app.database.pool.query(
    'select action from audit_entries where subject_id = $1 order by position',
    [String(bookingId)],
  )
  const ordered = 'booking.refund-ordered'
  expect(rows.map(({ action }) => action)).toEqual(
    ['booking.refund-refused', 'booking.refunded', 'booking.refunded'].flatMap((outcome) => [ordered, outcome]),
  )
})

test('void undoes unsettled charges, which are owed again only if the owner says so; a settled one is refused', async () => {
  const booking = await take()
  const done = await app.answer(voidBooking, { token: admin, params: { id: booking.bookingId } })
  const nothingLeft = { paidAmount: 0, refundedAmount: 0, canceledAmount: 700, refundableAmount: 0 }
  const message = '$700.00 was canceled before it was charged.'
  expect(done.body).toMatchObject({ success: true, message, booking: { ...nothingLeft, pendingAmount: 4300 } })
  // For guest and portal alike it was never taken.
  const params = { id: booking.bookingId }
  expect(await app.call(getBooking, { token: booking.token, params })).toMatchObject(nothingLeft)
  const { charges } = await app.call(getAdminBooking, { token: admin, params })
  expect(charges).toMatchObject([{ status: 'VOIDED', amount: 700, refundedAmount: 0 }])
  const mail = (await readMails(app, 'ada@example.com', 'refund-made')).at(-1)!
  expect(mail.subject).toBe('Canceled charge: $700.00')
  expect(mail.text).toContain('was canceled before it went through')
  expect(mail.text).not.toContain('refunded')
  const charged = await take()
  const asked = { token: admin, params: { id: charged.bookingId }, query: { stillOwes: true } }
  expect((await app.call(voidBooking, asked)).booking).toMatchObject({ ...nothingLeft, pendingAmount: 5000 })
  expect((await readMails(app, 'ada@example.com', 'refund-made')).at(-1)!.text).toContain(
    '$5,000.00 is due for your trip.',
  )
  const settled = await take()
  await app.simulator.control('POST', '/settle', {})
  const refused = await app.answer(voidBooking, { token: admin, params: { id: settled.bookingId } })
  expect(refused).toMatchObject({ status: 409, body: { error: 'already-settled' } })
  await balanced()
})

test('beside a settled deposit, the charges that have not settled are canceled one by one, each once', async () => {
  const booking = await take()
  await app.simulator.control('POST', '/settle', {})
  const params = { id: booking.bookingId }
  await payMore(booking, 300)
  await payMore(booking, 300)
  const listed = () => app.call(listVoidableCharges, { token: admin, params })
  const settled = 'This charge has settled. Refund it instead.'
  const [last, first, deposit] = await listed()
  expect([last, first, deposit].map((charge) => charge?.whyNot)).toEqual([null, null, settled])
  const cancel = (chargeId?: number) => app.answer(voidBooking, { token: admin, params, query: { chargeId } })
  expect(await cancel(deposit!.id)).toMatchObject({ status: 409, body: { error: 'already-settled', message: settled } })
  const twice = await Promise.all([cancel(), cancel(last!.id)])
  for (const { status, body } of twice)
    expect([status, body.booking.canceledAmount, body.booking.paidAmount]).toEqual([200, 300, 1000])
  // The same amount again, of another charge, is no repeat.
  expect((await cancel(first!.id)).body.booking).toMatchObject({
    canceledAmount: 600,
    paidAmount: 700,
    pendingAmount: 3700,
  })
  expect((await cancel(first!.id)).body.booking).toMatchObject({ canceledAmount: 600, paidAmount: 700 })
  expect(await listed()).toEqual([deposit])
  const other = await take()
  expect(
    (await app.answer(voidBooking, { token: admin, params: { id: other.bookingId }, query: { chargeId: first!.id } }))
      .body,
  ).toMatchObject({ error: 'nothing-to-refund' })
  await balanced()
})

test('an admin’s POST /bookings/{id}/refund is the refund itself; customers cannot refund', async () => {
  const booking = await take()
  const params = { id: booking.bookingId }
  expect(await app.answer(requestRefund, { token: admin, params, body: { amount: 10 } })).toMatchObject({
    status: 200,
    body: { success: true, booking: { refundedAmount: 10 } },
  })
  for (const admins of [refundBooking, refundFailure])
    expect((await app.answer(admins, { token: booking.token, params })).status).toBe(403)
  await balanced()
})

test("a charge cancelled by the provider counts as refunded, by the provider's record", async () => {
  const booking = await take()
  const charge = rowsOf(await app.call(listAdminBookings, { token: admin }))[0]!.paymentId
  await app.simulator.control('POST', `/charges/${charge}/risk-void`)
  const done = await refund(booking.bookingId)
  expect(done.body).toMatchObject({ success: true, booking: { refundedAmount: 700 } })
  await balanced()
})

/** The failure of a booking cancelled with a refund that the provider refused. */
async function aRefundableFailure() {
  const { bookingId } = await take()
  await app.simulator.fault({ operation: 'refund', fault: 'decline', times: 1 })
  await setStatus(bookingId, 'CANCELLED', { refund: true })
  const listed = await app.call(listRefundableFailures, { token: admin })
  return { ...listed.find((failure) => failure.bookingId === bookingId)!, bookingId }
}

test('a partly refunded failure refunds the rest', async () => {
  const { id, bookingId } = await aRefundableFailure()
  app.clock.advance({ seconds: 1 })
  await refund(bookingId, { amount: 100 })
  expect(await app.answer(refundFailure, { token: admin, params: { id }, query: {} })).toMatchObject({
    status: 200,
    body: { success: true, message: '$600.00 was refunded.', failure: { amount: 0, needsRefund: false } },
  })
  await balanced()
})

test('a refused partial refund does not list the whole deposit', async () => {
  const { bookingId } = await take()
  await setStatus(bookingId, 'CANCELLED')
  await app.simulator.fault({ operation: 'refund', fault: 'decline', times: 1 })
  expect((await refund(bookingId, { amount: 50 })).body.success).toBe(false)
  expect(await app.call(listRefundableFailures, { token: admin })).toMatchObject([{ bookingId, amount: 50 }])
  expect((await refund(bookingId, { amount: 50 })).body.message).toBe('$50.00 was refunded.')
  expect(await app.call(listRefundableFailures, { token: admin })).toEqual([])
  await balanced()
})

test('a cancellation with refund still refunds if the customer cancelled first', async () => {
  const { token, bookingId } = await take()
  expect((await app.answer(cancelBooking, { token, params: { id: bookingId } })).status).toBe(200)
  const clicks = await Promise.all([1, 2, 3].map(() => setStatus(bookingId, 'CANCELLED', { refund: true })))
  for (const { status } of clicks) expect(status).toBe(200)
  expect((await app.call(getBooking, { token, params: { id: bookingId } })).refundedAmount).toBe(700)
  await setStatus(bookingId, 'CONFIRMED')
  await payMore({ token, bookingId }, 100)
  expect((await setStatus(bookingId, 'CANCELLED', { refund: true })).body.refundedAmount).toBe(800)
  await balanced()
})

test('of two concurrent verdicts on a payment of unknown outcome, the second is refused', async () => {
  const angler = await anAngler(app)
  const date = dates.shift()!
  const holdId = await aHold(app, angler.token, { date })
  await app.simulator.fault({ operation: 'charge', fault: 'server-error-after', times: 40 })
  const body = aPayment(holdId, await app.simulator.cardToken(), { date })
  expect((await app.answer(payForBooking, { token: angler.token, body })).status).toBe(202)
  const item = await eventually(async () => {
    await app.app.runJobs()
    app.clock.advance({ minutes: 6 })
    return (await app.call(listRefundableFailures, { token: admin }))[0]
  })
  const resolve = (verdict: WireInput<typeof resolveFailure>['body']) =>
    app.answer(resolveFailure, { token: admin, params: { id: item.id }, body: verdict })
  await app.simulator.control('DELETE', '/faults')
  const { charges } = await app.simulator.ledger()
  const paymentId = charges.find((charge) => charge.requestId === item.intuitTid)!.id
  const verdicts = await Promise.all([1, 2].map(() => resolve({ outcome: 'CAPTURED', paymentId })))
  expect(verdicts.map(({ status }) => status).sort()).toEqual([200, 409])
  await balanced()
})

test('an item cannot be closed while its refund is in progress', async () => {
  const { id, paymentId } = await aRefundableFailure()
  await app.simulator.fault({ operation: 'refund', fault: 'lost-request', times: 1 })
  await app.call(refundFailure, { token: admin, params: { id }, query: {} })
  await app.simulator.control('POST', `/charges/${paymentId}/risk-void`)
  const closing = await app.answer(resolveFailure, {
    token: admin,
    params: { id },
    body: { outcome: 'PROVIDER_CANCELLED' },
  })
  expect(closing).toMatchObject({ status: 409, body: { error: 'refund-in-progress' } })
  await eventually(async () => {
    await app.app.runJobs()
    app.clock.advance({ seconds: 10 })
    return (await ledger()).unresolved === 0
  })
  await balanced()
})

test('a charge of a former merchant account does not block refunds of other charges', async () => {
  const { token, bookingId } = await take()
  await payMore({ token, bookingId }, 100)
  const database = await app.database.pool.connect()
  await database.query('set session_replication_role = replica')
  await database.query(
    "update payment_attempts set realm_id = 'former' where booking_id = $1 and hold_id is not null",
    [bookingId],
  )
  await database.query('reset session_replication_role')
  database.release()
  expect((await refund(bookingId, { amount: 100.01 })).body.error).toBe('realm-mismatch')
  expect((await refund(bookingId, { amount: 100 })).body).toMatchObject({ success: true })
})
