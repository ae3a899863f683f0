import { getAdminBooking } from '@arcadia/contract/admin/bookings'
import { recordChargeback } from '@arcadia/contract/admin/chargebacks'
import { makeGiftVoucher, showVoucherCode } from '@arcadia/contract/admin/gift-vouchers'
import { listManualPayments, recordManualPayment, takeBackManualPayment } from '@arcadia/contract/admin/manual-payments'
import { listBookingEvents } from '@arcadia/contract/bookings'
import { redeemOnLink } from '@arcadia/contract/gift-vouchers'
import { listRefundableFailures, refundBooking, refundFailure } from '@arcadia/contract/refunds'
import { listShares } from '@arcadia/contract/shares'
import { venueDate } from '@arcadia/contract/trip-date'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, networkAddress, openDates } from '../../testing/builders.ts'
import { checkBooks } from '../../testing/check-books.ts'
import { readMails } from '../../testing/read-mail.ts'
import { ana, sam, sharesOf, tokenOf } from '../../testing/shares-of.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

/** What pays a share without its own card, and what goes back of one (docs/rules.md §3.42). */

let app: TestApp
let booking: Awaited<ReturnType<typeof aBooking>>
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp({ patience: { answerWithinMs: 4000, callMs: 8000 } })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.simulator.control('POST', '/reset')
  // Two anglers with a Trophy package: $700 of $5,000 paid.
  booking = await aBooking(app, { date: dates.shift()!, guests: 2 })
})

const { read, splitOf, aSplit, pay } = sharesOf(
  () => app,
  () => booking,
)

test('cash pays the first unpaid share, the share that is named, or nobody’s', async () => {
  const [first, second] = await aSplit(ana, sam)
  const admin = await anAdmin(app)
  const take = (amount: number, shareId?: number | null) =>
    app.answer(recordManualPayment, {
      token: admin,
      params: { id: booking.bookingId },
      body: { amount, method: 'CASH', ...(shareId !== undefined && { shareId }) },
    })
  const asked = async () => (await splitOf()).shares.map(({ asks, state }) => [asks, state])
  expect((await take(150)).status).toBe(201)
  expect(await asked()).toEqual([
    [2000, 'OPEN'],
    [2150, 'OPEN'],
  ])
  expect(await take(2150.01, second.id)).toMatchObject({ status: 409, body: { error: 'more-than-owed' } })
  expect((await take(2150, second.id)).status).toBe(201)
  expect((await take(1000, null)).status).toBe(201)
  expect(await asked()).toEqual([
    [1000, 'OPEN'],
    [0, 'PAID'],
  ])
  expect(await take(10, second.id)).toMatchObject({ status: 409, body: { error: 'nothing-owed' } })
  const [, cash] = await app.call(listManualPayments, { token: admin, params: { id: booking.bookingId } })
  const params = { id: cash!.id }
  await app.call(takeBackManualPayment, { token: admin, params, body: { reason: 'It was Ana.' } })
  // What was nobody's lowers both again.
  expect(await asked()).toEqual([
    [1500, 'OPEN'],
    [1650, 'OPEN'],
  ])
  expect((await take(1500, first.id)).status).toBe(201)
})

test('cash for several shares pays them in order, to the cent, as one payment with one email; pressed twice, once', async () => {
  await aSplit(ana, sam, { name: 'Kim' })
  const admin = await anAdmin(app)
  const take = (amount: number) =>
    app.answer(recordManualPayment, {
      token: admin,
      params: { id: booking.bookingId },
      headers: { 'idempotency-key': 'taken-at-the-ramp' },
      body: { amount, method: 'CASH' },
    })
  expect((await take(3000.01)).status).toBe(201)
  expect((await take(3000.01)).status).toBe(201)
  expect(await take(3000)).toMatchObject({ status: 409, body: { error: 'key-reused' } })
  expect((await splitOf()).shares.map(({ asks, paid, state }) => [asks, paid, state])).toEqual([
    [0, 1433.34, 'PAID'],
    [0, 1433.33, 'PAID'],
    [1299.99, 133.34, 'OPEN'],
  ])
  const rows = await app.call(listManualPayments, { token: admin, params: { id: booking.bookingId } })
  expect(rows.map(({ amount, share }) => [amount, share])).toEqual([
    [1433.34, 'Ana'],
    [1433.33, 'Sam'],
    [133.34, 'Kim'],
  ])
  const events = await app.call(listBookingEvents, { token: booking.token, params: { id: booking.bookingId } })
  expect(events.at(-1)!.description).toBe("Ana's, Sam's, and Kim's shares: $3,000.01 paid in cash.")
  const mails = await readMails(app, (await read()).email!, 'manual-payment')
  expect(mails.filter(({ text }) => text.includes('$3,000.01')).map(({ subject }) => subject)).toEqual([
    'Payment received: $3,000.01',
  ])
  expect(await checkBooks(app, admin)).toMatchObject({ balanced: true, unresolved: 0 })
})

test('cash for all of what is owed pays of each share what it asked for, wherever the odd cents fall', async () => {
  await aSplit({ ...ana, amount: 2000 }, { ...sam, amount: 1000 }, { name: 'Kim', amount: 1300 })
  const by = { token: await anAdmin(app), params: { id: booking.bookingId } }
  const take = (amount: number, more: { shareId?: null } = {}) =>
    app.answer(recordManualPayment, { ...by, body: { amount, method: 'CASH', ...more } })
  expect((await take(100.03, { shareId: null })).status).toBe(201)
  const asked = (await splitOf()).shares.map(({ asks }) => asks)
  expect(asked).toEqual([1953.49, 976.73, 1269.75])
  expect((await take(4199.97)).status).toBe(201)
  const rows = await app.call(listManualPayments, by)
  expect(rows.slice(1).map(({ amount }) => amount)).toEqual(asked)
  expect((await splitOf()).shares.map(({ asks, state }) => [asks, state])).toEqual(asked.map(() => [0, 'PAID']))
})

test('a refund can be of one card payment, also within a share', async () => {
  const [first, second] = await aSplit(ana, sam)
  await pay(first)
  await pay(second)
  const admin = await anAdmin(app)
  const charges = async () =>
    (await app.call(getAdminBooking, { token: admin, params: { id: booking.bookingId } })).charges
  const [deposit, ofAna] = await charges()
  expect([deposit!.share, ofAna!.share]).toEqual([null, { id: first.id, name: 'Ana' }])
  const refund = (query: { amount?: number; shareId?: number; chargeId: number }) =>
    app.answer(refundBooking, { token: admin, params: { id: booking.bookingId }, query })
  expect((await refund({ amount: 100, chargeId: deposit!.id })).status).toBe(200)
  expect((await refund({ amount: 100, chargeId: ofAna!.id, shareId: first.id })).status).toBe(200)
  expect((await charges()).map(({ refundedAmount }) => refundedAmount)).toEqual([100, 100, 0])
  expect(await refund({ amount: 700, chargeId: deposit!.id })).toMatchObject({ status: 409 })
  expect(await refund({ chargeId: ofAna!.id, shareId: second.id })).toMatchObject({ status: 409 })
  expect(await checkBooks(app, admin)).toMatchObject({ balanced: true, unresolved: 0 })
})

test('a refund of a share goes to what paid it; still owed, the share is open again, and forgiven it stays paid', async () => {
  const [first, second] = await aSplit(ana, sam)
  await pay(first)
  await pay(second)
  const admin = await anAdmin(app)
  const refund = (query: { amount?: number; shareId?: number; stillOwes?: boolean }) =>
    app.answer(refundBooking, { token: admin, params: { id: booking.bookingId }, query })
  const asked = async () => (await splitOf()).shares.map(({ asks, state }) => [asks, state])
  expect((await refund({ amount: 100, shareId: first.id, stillOwes: false })).status).toBe(200)
  expect(await asked()).toEqual([
    [0, 'PAID'],
    [0, 'PAID'],
  ])
  expect(await refund({ amount: 2050.01, shareId: first.id })).toMatchObject({ status: 409 })
  expect((await refund({ shareId: first.id, stillOwes: true })).status).toBe(200)
  expect(await asked()).toEqual([
    [2050, 'OPEN'],
    [0, 'PAID'],
  ])
  expect(await read()).toMatchObject({ pendingAmount: 2050 })
  expect((await pay((await splitOf()).shares[0]!)).status).toBe(201)
  expect(await checkBooks(app, admin)).toMatchObject({ balanced: true, unresolved: 0 })
})

test('a share whose payer’s card is gone: QuickBooks turns the refund down, it stays paid and is not asked for again', async () => {
  const [first, second] = await aSplit(ana, sam)
  await pay(first)
  await pay(second)
  const admin = await anAdmin(app)
  await app.simulator.fault({ operation: 'refund', fault: 'refuse', times: 1 })
  const query = { shareId: first.id, stillOwes: true }
  const params = { id: booking.bookingId }
  expect(await app.answer(refundBooking, { token: admin, params, query })).toMatchObject({ body: { success: false } })
  const asked = async () => (await splitOf()).shares.map(({ asks, state }) => [asks, state])
  expect(await asked()).toEqual([
    [0, 'PAID'],
    [0, 'PAID'],
  ])
  expect(await read()).toMatchObject({ pendingAmount: 0, refundedAmount: 0 })
  const [issue] = await app.call(listRefundableFailures, { token: admin })
  expect(issue).toMatchObject({ bookingId: booking.bookingId, amount: 2150, actions: ['REFUND', 'DISMISSED'] })
  expect(await app.call(refundFailure, { token: admin, params: { id: issue!.id }, query: {} })).toMatchObject({
    success: true,
  })
  expect(await asked()).toEqual([
    [2150, 'OPEN'],
    [0, 'PAID'],
  ])
  expect(await checkBooks(app, admin)).toMatchObject({ balanced: true, unresolved: 0 })
})

test.each([
  [
    'owed again is open again',
    true,
    [
      [2150, 'OPEN'],
      [0, 'PAID'],
    ],
  ],
  [
    'not owed again stays paid',
    false,
    [
      [0, 'PAID'],
      [0, 'PAID'],
    ],
  ],
])('a share that a bank took back and is %s', async (_, stillOwes, expected) => {
  const [first, second] = await aSplit(ana, sam)
  await pay(second)
  await pay(first)
  const admin = await anAdmin(app)
  const params = { id: booking.bookingId }
  const { charges } = await app.call(getAdminBooking, { token: admin, params })
  const taken = {
    paymentId: charges.at(-1)!.id,
    amount: 2150,
    takenOn: venueDate(app.clock.now()),
    description: 'Lost',
  }
  await app.call(recordChargeback, { token: admin, params, body: { ...taken, stillOwes } })
  expect((await splitOf()).shares.map(({ asks, state }) => [asks, state])).toEqual(expected)
})

async function aVoucher(admin: string, amount: number) {
  const body = { amount, senderName: 'The house', recipientName: 'Robin' }
  const { id } = await app.call(makeGiftVoucher, { token: admin, body })
  return (await app.call(showVoucherCode, { token: admin, params: { id } })).code
}
const redeem = (share: { url: string; asks: number }, code: string) =>
  app.answer(redeemOnLink, { body: { token: tokenOf(share), code, owed: share.asks }, ip: networkAddress() })

test('a gift voucher pays what it has of a share, and a refund of the booking opens the share that it paid', async () => {
  const admin = await anAdmin(app)
  const [first, second] = await aSplit(ana, sam)
  const code = await aVoucher(admin, 3000)
  expect(await redeem(first, code)).toMatchObject({ status: 200, body: { paid: 2150, left: 850 } })
  expect(await redeem(second, code)).toMatchObject({ status: 200, body: { paid: 850, left: 0 } })
  await pay((await splitOf()).shares[1]!)
  const params = { id: booking.bookingId }
  const refund = (amount: number) =>
    app.answer(refundBooking, { token: admin, params, query: { amount, stillOwes: true } })
  const shares = async () => (await splitOf()).shares.map(({ asks, state }) => [asks, state])
  // Of what the voucher paid, the latest first.
  expect((await refund(1000)).status).toBe(200)
  expect(await shares()).toEqual([
    [150, 'OPEN'],
    [850, 'OPEN'],
  ])
  const listed = await app.call(listShares, { token: admin, params })
  expect(listed.shares.map(({ refundable }) => refundable)).toEqual([2000, 1300])
  expect((await refund(3300)).status).toBe(200)
  expect(await shares()).toEqual([
    [2150, 'OPEN'],
    [2150, 'OPEN'],
  ])
  expect(await checkBooks(app, admin)).toMatchObject({ balanced: true, unresolved: 0 })
})

test('the owner sees what can still go back of a share: not what was refunded and forgiven, or paid in cash', async () => {
  const admin = await anAdmin(app)
  const [first] = await aSplit(ana, sam)
  const params = { id: booking.bookingId }
  await app.call(recordManualPayment, {
    token: admin,
    params,
    body: { amount: 150, method: 'CASH', shareId: first.id },
  })
  await pay((await splitOf()).shares[0]!)
  const refundable = async () =>
    (await app.call(listShares, { token: admin, params })).shares.map((share) => share.refundable)
  expect(await refundable()).toEqual([2000, 0])
  await app.call(refundBooking, { token: admin, params, query: { amount: 500, shareId: first.id, stillOwes: false } })
  expect(await refundable()).toEqual([1500, 0])
  const most = { amount: 1500, shareId: first.id, stillOwes: true }
  expect((await app.answer(refundBooking, { token: admin, params, query: most })).status).toBe(200)
  expect(await refundable()).toEqual([0, 0])
})
