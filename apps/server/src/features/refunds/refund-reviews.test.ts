import { patchBookingStatus, setBookingStatus } from '@arcadia/contract/admin/bookings'
import { getBooking } from '@arcadia/contract/bookings'
import { completeConnection, disconnectMerchant } from '@arcadia/contract/merchant'
import { payForBooking } from '@arcadia/contract/payments'
import {
  approveRefundRequest,
  listRefundableFailures,
  listRefundRequests,
  refundBooking,
  refundFailure,
  requestRefund,
  resolveFailure,
} from '@arcadia/contract/refunds'
import type { WireInput } from '@arcadia/contract/testing/wire-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { aHold, anAdmin, anAngler, aPayment, openDates } from '../../testing/builders.ts'
import { checkBooks } from '../../testing/check-books.ts'
import { consent, OTHER_REALM, REALM } from '../../testing/merchant-consent.ts'
import { readMails } from '../../testing/read-mail.ts'
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: string
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp({ patience: { answerWithinMs: 1500, callMs: 1000 } })
  admin = await anAdmin(app)
})
afterAll(() => app.close())
afterEach(async () => void (await app.simulator.control('DELETE', '/faults')))

const refund = (id: number, amount: number) =>
  app.answer(refundBooking, { token: admin, params: { id }, query: { amount } })
const take = () => aBooking(app, { date: dates.shift()!, guests: 2 })
const ledger = () => checkBooks(app, admin)
const items = () => app.call(listRefundableFailures, { token: admin })
const itemOf = async (bookingId: number) => (await items()).find((item) => item.bookingId === bookingId)
const requests = () => app.call(listRefundRequests, { token: admin })
const resolve = (id: number, body: WireInput<typeof resolveFailure>['body']) =>
  app.answer(resolveFailure, { token: admin, params: { id }, body })
const retry = (id: number) => app.answer(refundFailure, { token: admin, params: { id }, query: {} })
const refundedOf = async (id: number) => (await app.call(getBooking, { token: admin, params: { id } })).refundedAmount
const mails = async (kind: string, bookingId: number) =>
  (
    await app.database.pool.query("select 1 from outbox_mails where kind = $1 and params ->> 'bookingId' = $2", [
      kind,
      bookingId,
    ])
  ).rows.length

/** Runs the sweeps until nothing is open. */
const settled = () =>
  eventually(async () => {
    await app.app.runJobs()
    app.clock.advance({ seconds: 10 })
    return (await ledger()).unresolved === 0
  })

/** A refund whose first answer is lost and whose retry the provider refuses. */
async function refusedLate(bookingId: number, amount: number) {
  await app.simulator.fault({ operation: 'refund', fault: 'lost-request', times: 1 })
  await app.simulator.fault({ operation: 'refund', fault: 'decline', times: 1 })
  const answer = await refund(bookingId, amount)
  expect(answer.body).toMatchObject({ success: false, message: expect.stringMatching('is being confirmed') })
  await settled()
}

test('a refusal after "is being confirmed" is emailed and stays listed until it is handled', async () => {
  const { bookingId } = await take()
  await refusedLate(bookingId, 50)
  expect(await mails('refund-refused', bookingId)).toBe(1)
  const [mail] = (await readMails(app, 'admin@localhost')).slice(-1)
  expect(mail).toMatchObject({ subject: 'QuickBooks turned down a refund: Ada Angler, $50.00' })
  expect(mail!.text).toMatch('QuickBooks turned down this refund. Try again, or pay it back another way.')
  expect(mail!.text).toMatch("The money hasn't been refunded.")
  const item = (await itemOf(bookingId))!
  expect(item).toMatchObject({
    kind: 'REFUNDABLE',
    amount: 50,
    needsRefund: true,
    reason: 'QuickBooks turned down this refund.',
    message: 'Try again, or pay it back another way.',
  })
  expect(await ledger()).toMatchObject({ balanced: true, failures: 0 })

  await app.simulator.fault({ operation: 'refund', fault: 'decline', times: 1 })
  expect((await retry(item.id)).body).toMatchObject({ success: false, failure: { needsRefund: true, amount: 50 } })
  expect((await retry(item.id)).body).toMatchObject({
    success: true,
    message: '$50.00 was refunded.',
    booking: { refundedAmount: 50 },
    failure: { needsRefund: false, message: 'Refunded.' },
  })
  expect(await itemOf(bookingId)).toBeUndefined()
  expect(await ledger()).toMatchObject({ balanced: true, unresolved: 0 })
})

test('a refused refund can be dismissed, which the log records', async () => {
  const { bookingId } = await take()
  await refusedLate(bookingId, 60)
  const { id } = (await itemOf(bookingId))!
  expect((await resolve(id, { outcome: 'DISMISSED' })).body).toMatchObject({ needsRefund: false })
  expect(await itemOf(bookingId)).toBeUndefined()
  expect(await resolve(id, { outcome: 'DISMISSED' })).toMatchObject({
    status: 409,
    body: { error: 'failure-resolved' },
  })
})

test('an approved request whose refund is refused comes back and can be approved again', async () => {
  const { token, bookingId } = await take()
  const ask = () =>
    app.answer(requestRefund, { token, params: { id: bookingId }, body: { amount: 100, description: 'Ill' } })
  expect((await ask()).status).toBe(202)
  const request = (await requests())[0]!
  const approve = () => app.answer(approveRefundRequest, { token: admin, params: { id: request.id }, query: {} })
  await app.simulator.fault({ operation: 'refund', fault: 'decline', times: 1 })
  expect((await approve()).body.success).toBe(false)
  // On a busy machine the refusal comes late and is emailed.
  await settled()
  expect(await requests()).toMatchObject([{ id: request.id, refusedAt: expect.any(String) }])
  const emailed = await mails('refund-refused', bookingId)
  expect((await ask()).status).toBe(409)

  await app.simulator.fault({ operation: 'refund', fault: 'lost-request', times: 1 })
  await app.simulator.fault({ operation: 'refund', fault: 'decline', times: 1 })
  expect((await approve()).body.message).toMatch('is being confirmed')
  expect(await requests()).toEqual([])
  await settled()
  expect(await requests()).toMatchObject([{ id: request.id }])
  expect(await mails('refund-refused', bookingId)).toBe(emailed + 1)
  // It is listed once, as the request.
  expect(await itemOf(bookingId)).toBeUndefined()

  expect((await approve()).body).toMatchObject({ success: true, booking: { refundedAmount: 100 } })
  expect(await requests()).toEqual([])
})

const disconnect = () => app.answer(disconnectMerchant, { token: admin, query: { realmId: REALM } })
const connect = async (realm: string) => {
  await app.call(completeConnection, { token: admin, query: await consent(app, admin, realm) })
}

/** A refund still open when the connection changes; the charge keeps its realm. */
async function anOpenRefund() {
  const { bookingId } = await take()
  await app.simulator.fault({ operation: 'refund', fault: 'lost-request', times: 1 })
  await refund(bookingId, 80)
  return bookingId
}

test('a cancellation with refund while disconnected does nothing by halves, and tells the owner what to do', async () => {
  const { bookingId } = await take()
  const cancel = (refunds: boolean) =>
    app.answer(patchBookingStatus, {
      token: admin,
      params: { id: bookingId },
      body: { status: 'CANCELLED', refund: refunds },
    })
  // On a busy machine the answer about the deposit comes late, and a payment that is open holds the connection.
  await settled()
  expect((await disconnect()).status).toBe(200)
  const refused = await cancel(true)
  expect(refused).toMatchObject({ status: 503, body: { error: 'payments-not-connected' } })
  expect(refused.body.message).toContain('Connect it in Merchant Setup, or cancel now and refund later.')
  expect((await app.call(getBooking, { token: admin, params: { id: bookingId } })).status).toBe('CONFIRMED')
  expect((await cancel(false)).status).toBe(200)
  await connect(REALM)
  expect((await cancel(true)).body).toMatchObject({ status: 'CANCELLED', refundedAmount: 700 })
})

test('a refund open at disconnect is made after the same company is reconnected', async () => {
  const bookingId = await anOpenRefund()
  const calls = await app.simulator.calls('refund')
  expect((await disconnect()).status).toBe(200)
  for (let minute = 0; minute < 15; minute++) {
    await app.app.runJobs()
    app.clock.advance({ minutes: 1 })
  }
  expect(await itemOf(bookingId)).toMatchObject({ kind: 'NEEDS_REVIEW', amount: 80 })
  expect(await mails('refund-needs-review', bookingId)).toBe(1)
  const [mail] = (await readMails(app, 'admin@localhost')).slice(-1)
  expect(mail).toMatchObject({ subject: 'A refund needs your review: Ada Angler, $80.00' })
  expect(mail!.text).not.toMatch(/could not be read/)
  expect(await app.simulator.calls('refund')).toBe(calls)
  await connect(REALM)
  await settled()
  expect(await itemOf(bookingId)).toBeUndefined()
  expect(await refundedOf(bookingId)).toBe(80)
  expect((await ledger()).balanced).toBe(true)
})

test.each([
  ['REFUNDED', 80],
  ['NOT_REFUNDED', 0],
] as const)(
  'open when another company was connected: needs review, asked no more, ended by the owner (%s)',
  async (outcome, refundedAmount) => {
    const bookingId = await anOpenRefund()
    await connect(OTHER_REALM)
    await app.app.runJobs()
    const item = (await itemOf(bookingId))!
    expect(item).toMatchObject({ kind: 'NEEDS_REVIEW', needsRefund: false })
    const tries = async () =>
      (
        await app.database.pool.query(
          'select r.tries from refunds r join payment_attempts a on a.id = r.attempt_id where a.booking_id = $1',
          [bookingId],
        )
      ).rows[0].tries
    const before = await tries()
    for (let round = 0; round < 3; round++) {
      app.clock.advance({ minutes: 20 })
      await app.app.runJobs()
    }
    expect(await tries()).toBe(before)
    expect(await mails('refund-needs-review', bookingId)).toBe(1)

    expect((await resolve(item.id, { outcome })).status).toBe(200)
    expect(await refundedOf(bookingId)).toBe(refundedAmount)
    await connect(REALM)
    if (outcome === 'NOT_REFUNDED') expect((await retry(item.id)).body).toMatchObject({ success: true })
    else await refundOutside(bookingId, 80)
    expect(await itemOf(bookingId)).toBeUndefined()
    expect(await ledger()).toMatchObject({ balanced: true, unresolved: 0 })
  },
)

/** Refunded by the owner in the provider's portal. */
async function refundOutside(bookingId: number, dollars: number) {
  const { charge_id } = (
    await app.database.pool.query('select charge_id from payment_attempts where booking_id = $1', [bookingId])
  ).rows[0]
  await app.simulator.control('POST', `/charges/${charge_id}/refund`, { amount: dollars.toFixed(2) })
}

test("while the account is connected, the provider's record decides an open refund", async () => {
  const bookingId = await anOpenRefund()
  await app.simulator.fault({ operation: 'find-charge', fault: 'server-error', times: 40 })
  for (let minute = 0; minute < 15; minute++) {
    await app.app.runJobs()
    app.clock.advance({ minutes: 1 })
  }
  const item = (await itemOf(bookingId))!
  expect(item).toMatchObject({ kind: 'NEEDS_REVIEW' })
  expect((await resolve(item.id, { outcome: 'NOT_REFUNDED' })).body.error).toBe('payments-unavailable')
  await app.simulator.control('DELETE', '/faults')
  app.clock.advance({ minutes: 1 })
  expect((await resolve(item.id, { outcome: 'REFUNDED' })).body.error).toBe('charge-differs')
  app.clock.advance({ minutes: 1 })
  expect((await resolve(item.id, { outcome: 'NOT_REFUNDED' })).body).toMatchObject({ needsRefund: true })
  expect(await ledger()).toMatchObject({ balanced: true, unresolved: 0 })
})

test.each(['PENDING', 'CONFIRMED', 'COMPLETED'] as const)(
  'a refund with %s, which refunds nothing, is refused',
  async (status) => {
    const { bookingId } = await take()
    const put = await app.answer(setBookingStatus, {
      token: admin,
      params: { id: bookingId },
      query: { status, refund: true },
    })
    const patch = await app.answer(patchBookingStatus, {
      token: admin,
      params: { id: bookingId },
      body: { status, refund: true },
    })
    for (const answer of [put, patch])
      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid-input', details: [{ path: 'refund' }] } })
  },
)

test('a refund waits for a concurrent move and then locks the new day', async () => {
  const [oldDay, newDay] = [dates[0]!, dates.at(-1)!]
  const { bookingId } = await take()
  const mover = await app.database.pool.connect()
  await mover.query('begin')
  await mover.query("select set_config('app.now', $1, true)", [app.clock.now().toISOString()])
  await mover.query('select lock_days($1::date[])', [[oldDay, newDay]])
  const first = refund(bookingId, 40)
  const isAnyoneWaiting = async () =>
    (
      await app.database.pool.query(
        "select 1 from pg_locks join pg_database on oid = database where datname = current_database() and locktype = 'advisory' and not granted",
      )
    ).rows.length > 0
  await eventually(isAnyoneWaiting)
  await mover.query('update bookings set trip_date = $2 where id = $1', [bookingId, newDay])
  // Another transaction holds the new day's lock, and the refund waits for that too.
  await mover.query("select pg_advisory_lock(1, $1::date - date '2000-01-01')", [newDay])
  await mover.query('commit')
  const isWaiting = await Promise.race([first.then(() => false), eventually(isAnyoneWaiting)])
  await mover.query('select pg_advisory_unlock_all()')
  mover.release()
  expect((await first).body).toMatchObject({ success: true })
  expect(isWaiting).toBe(true)
})

/** A booking cancelled with a refund that the provider refused before cancelling the charge itself. */
async function aCancelledCharge() {
  const { bookingId } = await take()
  await app.simulator.fault({ operation: 'refund', fault: 'decline', times: 1 })
  const query = { status: 'CANCELLED', refund: true } as const
  await app.call(setBookingStatus, { token: admin, params: { id: bookingId }, query })
  const item = (await itemOf(bookingId))!
  await app.simulator.control('POST', `/charges/${item.paymentId}/risk-void`)
  return { bookingId, item }
}

test('closing an item during a refund of the same charge succeeds or is refused, but is never a server error', async () => {
  for (let round = 0; round < 2; round++) {
    const { bookingId, item } = await aCancelledCharge()
    const answers = await Promise.all([
      resolve(item.id, { outcome: 'PROVIDER_CANCELLED' }),
      refund(bookingId, 30),
      resolve(item.id, { outcome: 'PROVIDER_CANCELLED' }),
      retry(item.id),
    ])
    for (const { status } of answers) expect([200, 409]).toContain(status)
    await settled()
    // If the partial refund came first, the rest can be closed after it; a closed item stays closed.
    await resolve(item.id, { outcome: 'PROVIDER_CANCELLED' })
    expect(await itemOf(bookingId)).toBeUndefined()
    expect(await ledger()).toMatchObject({ balanced: true, differences: [] })
  }
})

test('closing an item while a partial refund commits waits for it and is refused', async () => {
  const { bookingId, item } = await aCancelledCharge()
  const close = () => resolve(item.id, { outcome: 'PROVIDER_CANCELLED' })
  const blocker = await app.database.pool.connect()
  await blocker.query('begin')
  await blocker.query('lock table booking_events in share row exclusive mode')
  const part = refund(bookingId, 30)
  // Its outcome is written but not committed.
  await eventually(async () => {
    const { rows } = await app.database.pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return rows.length > 0
  })
  const closing = await close()
  await blocker.query('commit')
  blocker.release()
  expect(closing).toMatchObject({ status: 409, body: { error: 'refund-in-progress' } })
  expect((await part).status).toBe(200)
  expect((await close()).status).toBe(200)
  // The rest was canceled at the provider, so it was never taken.
  expect(await refundedOf(bookingId)).toBe(30)
  expect(await ledger()).toMatchObject({ balanced: true, unresolved: 0 })
})

// Last, because the simulator has no record of a payment that only the owner has seen.
test.each([
  ['CAPTURED', 'CONFIRMED'],
  ['NOT_CHARGED', 'CANCELLED'],
] as const)(
  'a payment of another company needs review, is asked for no more, and ends by the owner’s word: %s',
  async (outcome, status) => {
    const angler = await anAngler(app)
    const date = dates.shift()!
    const holdId = await aHold(app, angler.token, { date })
    await app.simulator.fault({ operation: 'charge', fault: 'lost-request', times: 40 })
    const body = aPayment(holdId, await app.simulator.cardToken(), { date })
    const paid = await app.answer(payForBooking, { token: angler.token, body })
    expect(paid.status).toBe(202)
    await app.database.pool.query("update merchant_connections set realm_id = 'another'")
    app.clock.advance({ minutes: 1 })
    await app.app.runJobs()
    const item = await eventually(() => itemOf(paid.body.booking.id))
    const tries = async () =>
      (await app.database.pool.query('select tries from payment_attempts where request_id = $1', [item.intuitTid]))
        .rows[0].tries
    const before = await tries()
    for (let round = 0; round < 3; round++) {
      app.clock.advance({ minutes: 20 })
      await app.app.runJobs()
    }
    expect(await tries()).toBe(before)
    expect(
      (await resolve(item.id, { outcome, ...(outcome === 'CAPTURED' && { paymentId: 'seen-there' }) })).status,
    ).toBe(200)
    const booking = await app.call(getBooking, { token: admin, params: { id: paid.body.booking.id } })
    expect(booking.status).toBe(status)
    await app.database.pool.query('update merchant_connections set realm_id = $1', [REALM])
  },
)
