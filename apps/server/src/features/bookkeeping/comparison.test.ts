import { checkLedger, compareBooks } from '@arcadia/contract/admin/bookkeeping'
import { getBooking } from '@arcadia/contract/bookings'
import { completeConnection, disconnectMerchant } from '@arcadia/contract/merchant'
import { listRefundableFailures, refundBooking, resolveFailure } from '@arcadia/contract/refunds'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dataChecks, examine } from '../../checks/checks.ts'
import { aBooking } from '../../testing/a-booking.ts'
import { orderGift, payForGift } from '../../testing/a-gift.ts'
import { anAdmin, openDates } from '../../testing/builders.ts'
import { checkBooks } from '../../testing/check-books.ts'
import { consent, REALM } from '../../testing/merchant-consent.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: string
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  admin = await anAdmin(app)
})

const items = () => app.call(listRefundableFailures, { token: admin })
const check = () => checkBooks(app, admin)
const resolve = (id: number, outcome: 'REFUNDED' | 'DISMISSED') =>
  app.answer(resolveFailure, { token: admin, params: { id }, body: { outcome } })
const compare = () => app.answer(compareBooks, { token: admin })
const mails = async () =>
  (await app.database.pool.query("select 1 from outbox_mails where kind = 'books-differ'")).rows.length
/** The differences shown to the owner. */
const withoutLedger = () => app.call(checkLedger, { token: admin })

async function aCharge() {
  const { bookingId } = await aBooking(app, { date: dates.shift()!, guests: 1 })
  const { rows } = await app.database.pool.query('select charge_id from payment_attempts where booking_id = $1', [
    bookingId,
  ])
  return { bookingId, chargeId: rows[0].charge_id as string }
}

async function nextDay() {
  app.clock.advance({ hours: 25 })
  admin = await anAdmin(app)
  await app.app.runJobs()
}

test('matching books are compared once a day, without an email', async () => {
  const { bookingId } = await aCharge()
  await aCharge()
  await app.call(refundBooking, { token: admin, params: { id: bookingId }, query: { amount: 50 } })
  await app.app.runJobs()
  const calls = await app.simulator.calls('find-charge')
  await nextDay()
  expect(await app.simulator.calls('find-charge')).toBe(calls + 2)
  await app.app.runJobs()
  expect(await app.simulator.calls('find-charge')).toBe(calls + 2)
  expect((await check()).comparison).toMatchObject({ charges: 2, unread: 0, differences: [], isUnderWay: false })
  expect(await mails()).toBe(0)
})

test('refunds and cancellations at the provider are listed and emailed once, and imported by the owner', async () => {
  const [part, whole] = [await aCharge(), await aCharge()]
  await app.simulator.control('POST', `/charges/${part.chargeId}/refund`, { amount: '70.00' })
  await app.simulator.control('POST', `/charges/${whole.chargeId}/risk-void`)
  for (let day = 0; day < 2; day++) await nextDay()
  expect(await mails()).toBe(1)
  const mail = (await readMails(app, 'admin@localhost', 'books-differ'))[0]!
  expect(mail.subject).toBe("2 payments don't match QuickBooks")
  expect(mail.text).toMatch(`charge ${whole.chargeId} of $350.00; our books have $0.00 as refunded.`)
  const listed = await items()
  expect(listed).toMatchObject([
    { kind: 'NEEDS_REVIEW', bookingId: whole.bookingId, reason: expect.stringContaining('canceled charge') },
    { kind: 'NEEDS_REVIEW', bookingId: part.bookingId, reason: expect.stringContaining('refunded $70.00') },
  ])
  expect((await check()).comparison!.differences).toHaveLength(2)
  expect(await withoutLedger()).toMatchObject({
    balanced: false,
    differences: [expect.any(String), expect.any(String)],
  })
  const findings = await examine(dataChecks(app.database.db, app.app.features))
  expect(findings.find(({ about }) => about.startsWith('comparison'))).toMatchObject({
    about: expect.stringMatching('4 charges'),
    problems: [expect.any(String), expect.any(String)],
  })

  for (const { id } of listed) {
    const settled = await resolve(id, 'REFUNDED')
    expect(settled).toMatchObject({ status: 200, body: { actions: [] } })
  }
  for (const [{ bookingId }, back] of [
    [part, { refundedAmount: 70, canceledAmount: 0 }],
    // Canceled before it settled: it was never taken.
    [whole, { refundedAmount: 0, canceledAmount: 350 }],
  ] as const)
    expect(await app.call(getBooking, { token: admin, params: { id: bookingId } })).toMatchObject(back)
  expect(await items()).toEqual([])
  expect(await check()).toMatchObject({ balanced: true, differences: [] })
  expect(await withoutLedger()).toMatchObject({ balanced: true })
  await nextDay()
  expect(await items()).toEqual([])
})

test('a dismissed difference stays away until it changes, and a resolved one closes automatically', async () => {
  const { bookingId, chargeId } = await aCharge()
  await app.simulator.control('POST', `/charges/${chargeId}/refund`, { amount: '20.00' })
  await nextDay()
  const item = (await items())[0]!
  await resolve(item.id, 'DISMISSED')
  await nextDay()
  expect(await items()).toEqual([])
  await app.simulator.control('POST', `/charges/${chargeId}/refund`, { amount: '30.00' })
  await nextDay()
  expect(await items()).toMatchObject([{ bookingId, reason: expect.stringContaining('$50.00') }])
  // The reverse: refunded in our books but not at the provider, until the owner fixes it there.
  await resolve(item.id, 'REFUNDED')
  await app.database.pool.query('alter table refunds disable trigger all')
  await app.database.pool.query(
    'update refunds set amount_cents = 9000 where attempt_id in (select id from payment_attempts where charge_id = $1)',
    [chargeId],
  )
  await app.database.pool.query('alter table refunds enable trigger all')
  await nextDay()
  expect(await items()).toMatchObject([{ reason: expect.stringContaining('$90.00 as refunded') }])
  const wrong = await resolve(item.id, 'REFUNDED')
  expect(wrong).toMatchObject({ status: 409, body: { error: 'charge-differs' } })
  await app.simulator.control('POST', `/charges/${chargeId}/refund`, { amount: '40.00' })
  await nextDay()
  expect(await items()).toEqual([])
})

test('an unreachable provider is retried within an hour, and the owner can retry now', async () => {
  await aCharge()
  await app.simulator.fault({ operation: 'find-charge', fault: 'server-error' })
  await nextDay()
  const comparison = (await check()).comparison!
  expect(comparison.unread).toBeGreaterThan(0)
  expect(await items()).toEqual([])
  await app.simulator.control('DELETE', '/faults')
  expect((await compare()).status).toBe(202)
  expect((await check()).comparison!.isUnderWay).toBe(true)
  await app.app.runJobs()
  expect((await check()).comparison).toMatchObject({ unread: 0, isUnderWay: false })
})

test('nothing is compared without a connection, and the owner gets an error', async () => {
  const calls = await app.simulator.calls('find-charge')
  await app.call(disconnectMerchant, { token: admin, query: { realmId: REALM } })
  await nextDay()
  expect(await app.simulator.calls('find-charge')).toBe(calls)
  expect((await check()).comparison).toMatchObject({ isUnderWay: false })
  const asked = await compare()
  expect(asked).toMatchObject({ status: 409, body: { error: 'merchant-not-connected' } })
  const answer = await consent(app, admin)
  await app.call(completeConnection, { token: admin, query: answer })
})

test('a gift voucher charge has no refund to import; the owner can only dismiss it', async () => {
  await payForGift(app, await orderGift(app, { amount: 100 }))
  const { charges } = await app.simulator.ledger()
  await app.simulator.control('POST', `/charges/${charges.at(-1)!.id}/refund`, { amount: '100.00' })
  for (let day = 0; day < 2; day++) await nextDay()
  const [item] = await items()
  expect(item).toMatchObject({ bookingId: null, amount: 100, actions: ['DISMISSED'] })
  expect(await resolve(item!.id, 'REFUNDED')).toMatchObject({ status: 409, body: { error: 'wrong-verdict' } })
  expect((await resolve(item!.id, 'DISMISSED')).status).toBe(200)
})

test('of several processes that find it due, one compares', async () => {
  await compare()
  const calls = await app.simulator.calls('find-charge')
  await Promise.all([app.app.runJobs(), app.app.runJobs(), app.app.runJobs()])
  const { charges } = (await check()).comparison!
  expect(await app.simulator.calls('find-charge')).toBe(calls + charges)
})
