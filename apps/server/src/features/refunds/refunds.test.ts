import { addressOf, portal } from '@arcadia/contract/addresses'
import { listAuditEntries } from '@arcadia/contract/admin/audit-log'
import {
  deleteBooking,
  getAdminBooking,
  listAdminBookings,
  patchBookingStatus,
  setBookingStatus,
} from '@arcadia/contract/admin/bookings'
import { getDashboardOverview } from '@arcadia/contract/admin/dashboard'
import {
  type BookingStatus,
  cancelBooking,
  depositDue,
  getBooking,
  listBookingEvents,
} from '@arcadia/contract/bookings'
import { getPayment, payBalance, payForBooking } from '@arcadia/contract/payments'
import {
  approveRefundRequest,
  declineRefundRequest,
  listRefundableFailures,
  listRefundRequests,
  listVoidableCharges,
  refundBooking,
  refundFailure,
  requestRefund,
  resolveFailure,
  voidBooking,
  withdrawRefundRequest,
} from '@arcadia/contract/refunds'
import type { WireInput } from '@arcadia/contract/testing/wire-client'
import { getTrip } from '@arcadia/contract/trips'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { aHold, anAdmin, anAngler, aPayment, networkAddress, openDates } from '../../testing/builders.ts'
import { checkBooks } from '../../testing/check-books.ts'
import { ofEachKind } from '../../testing/proof.ts'
import { readMails } from '../../testing/read-mail.ts'
import { eventually, rowsOf, startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: string
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp({ patience: { answerWithinMs: 5000, callMs: 1500 } })
  admin = await anAdmin(app)
})
// Clears faults that a failed test left behind.
afterEach(() => app.simulator.control('DELETE', '/faults'))
afterAll(() => app.close())

const refund = (id: number, query: WireInput<typeof refundBooking>['query'] = {}, key?: string) =>
  app.answer(refundBooking, {
    token: admin,
    params: { id },
    query,
    ...(key && { headers: { 'idempotency-key': key } }),
  })
const setStatus = (id: number, status: BookingStatus, more: { refund?: boolean; notify?: boolean } = {}) =>
  app.answer(setBookingStatus, { token: admin, params: { id }, query: { status, ...more } })
const ledger = () => checkBooks(app, admin)
const balanced = async () => expect(await ledger()).toMatchObject({ balanced: true, unresolved: 0, differences: [] })
const mails = async (kind: string) =>
  (await app.database.pool.query('select to_email from outbox_mails where kind = $1', [kind])).rows.length
const take = () => aBooking(app, { date: dates.shift()!, guests: 2 })

/** Pays toward the balance, so that a booking has two charges. */
async function payMore(booking: { token: string; bookingId: number }, amount: number) {
  const body = {
    bookingId: booking.bookingId,
    amount,
    currency: 'USD' as const,
    paymentToken: await app.simulator.cardToken(),
  }
  return (await app.call(payBalance, { token: booking.token, body, ip: networkAddress() })).id
}

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
