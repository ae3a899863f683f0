import { listAdminBookings, patchBookingStatus } from '@arcadia/contract/admin/bookings'
import { listMyGiftVouchers, openVoucherLink } from '@arcadia/contract/gift-vouchers'
import { listRefundableFailures, resolveFailure } from '@arcadia/contract/refunds'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { orderGift, payForGift } from '../../testing/a-gift.ts'
import { type Angler, aHold, anAdmin, anAngler, openDates } from '../../testing/builders.ts'
import { readMails } from '../../testing/read-mail.ts'
import { eventually, rowsOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { expectVouchersWhole, vouchersOf } from '../../testing/vouchers-of.ts'

// Gift vouchers whose card is charged or paid back after nobody waits anymore.

let app: TestApp
let angler: Angler
let admin: string
let date: string
const dates = openDates()
beforeAll(async () => {
  // Two answers in a row are given up on before one call is.
  app = await startTestApp({ patience: { answerWithinMs: 3000, callMs: 10_000 } })
})
afterAll(async () => {
  await expectVouchersWhole(app, admin)
  await app.close()
})
beforeEach(async () => {
  await app.simulator.control('POST', '/reset')
  angler = await anAngler(app)
  admin = await anAdmin(app)
  date = dates.shift()!
})

const { buy, aVoucher, leftOn, redeem, pay, booking, history } = vouchersOf(() => ({ app, angler, admin, date }))

describe('the payment of a gift voucher', () => {
  test('with an unknown payment is resolved automatically, and the buyer is emailed', async () => {
    await app.simulator.fault({ operation: 'charge', fault: 'lost-answer', times: 2 })
    const processing = await buy()
    expect(processing).toMatchObject({ status: 202, body: { status: 'PROCESSING', code: null } })
    await eventually(async () => {
      app.clock.advance({ minutes: 1 })
      await app.app.runJobs()
      return (await readMails(app, angler.email, 'gift-voucher-bought')).length === 1
    })
    const [mine] = await app.call(listMyGiftVouchers, { token: angler.token })
    expect(mine).toMatchObject({ status: 'CAPTURED', left: 500 })
  })

  test('with a payment that stays unknown waits for the owner’s decision', async () => {
    await app.simulator.fault({ operation: 'charge', fault: 'lost-request', times: 500 })
    await buy()
    await eventually(async () => {
      app.clock.advance({ minutes: 3 })
      await app.app.runJobs()
      return (await app.call(listRefundableFailures, { token: admin })).length === 1
    })
    const [issue] = await app.call(listRefundableFailures, { token: admin })
    expect(issue).toMatchObject({ kind: 'NEEDS_REVIEW', amount: 500, bookingId: null, bookingDate: null, guests: null })
    const { rows } = await app.database.pool.query(
      `select to_email from outbox_mails where kind = 'payment-needs-review' limit 1`,
    )
    const [review] = await readMails(app, rows[0].to_email, 'payment-needs-review')
    expect(review!.text).toContain('What it pays for is on hold until you decide.')
    expect(review!.text).not.toContain('Date:')
    await app.call(resolveFailure, { token: admin, params: { id: issue!.id }, body: { outcome: 'NOT_CHARGED' } })
    expect(await app.call(listMyGiftVouchers, { token: angler.token })).toMatchObject([
      { status: 'FAILED', code: null },
    ])
    expect(await readMails(app, angler.email, 'gift-voucher-not-paid')).toHaveLength(1)
  })

  test('declined after the buyer was told to wait is emailed', async () => {
    const card = await app.simulator.cardToken()
    expect((await buy({}, { card })).status).toBe(201)
    await app.simulator.fault({ operation: 'charge', fault: 'slow', delayMs: 600_000 })
    expect(await buy({}, { card })).toMatchObject({ status: 202 })
    await app.simulator.endFaults()
    await eventually(async () => (await readMails(app, angler.email, 'gift-voucher-not-paid')).length === 1)
  })

  test('an order ends after a day, unless a card is paying; its names go after a month', async () => {
    const begun = app.clock.now()
    const link = await orderGift(app, { buyerEmail: 'late@example.com' })
    const slow = await orderGift(app, { buyerEmail: 'slow@example.com' })
    await app.simulator.fault({ operation: 'charge', fault: 'lost-request', times: 500 })
    expect((await payForGift(app, slow)).status).toBe(202)
    app.clock.advance({ hours: 25 })
    for (const answer of [
      await app.answer(openVoucherLink, { body: { token: link.token } }),
      await payForGift(app, link),
    ])
      expect(answer).toMatchObject({ status: 404, body: { error: 'balance-link-invalid' } })
    const open = await app.answer(openVoucherLink, { body: { token: slow.token } })
    expect(open).toMatchObject({ status: 200, body: { status: 'PROCESSING' } })
    await app.simulator.endFaults()
    await eventually(async () => {
      app.clock.advance({ minutes: 3 })
      await app.app.runJobs()
      return (await app.answer(openVoucherLink, { body: { token: slow.token } })).body.status !== 'PROCESSING'
    })
    app.clock.advance({ hours: 24 * 31 })
    await app.app.features.giftVouchers.api.blank()
    const { rows } = await app.database.pool.query(`select 1 from gift_vouchers where buyer_email = 'late@example.com'`)
    expect(rows).toEqual([])
    app.clock.set(begun)
  })
})

describe('a booking that a gift voucher pays in part', () => {
  test('it is refunded if the card for the rest is not charged', async () => {
    const { code } = await aVoucher(200)
    const holdId = await aHold(app, angler.token, { date })
    await redeem(holdId, code)
    await app.simulator.fault({ operation: 'charge', fault: 'hang', times: 50 })
    const pending = await pay(holdId, 500)
    expect(pending).toMatchObject({ status: 202, body: { booking: { status: 'PENDING', paidAmount: 200 } } })
    expect(await leftOn(code)).toBe(0)
    await app.simulator.control('POST', '/reset')
    await app.simulator.fault({ operation: 'charge', fault: 'decline', times: 50 })
    const { id } = pending.body.booking
    await eventually(async () => {
      app.clock.advance({ minutes: 1 })
      await app.app.runJobs()
      return (await booking(id)).status === 'CANCELLED'
    })
    expect(await leftOn(code)).toBe(200)
    expect(await booking(id)).toMatchObject({ paidAmount: 200, refundedAmount: 200 })
    const refunded = rowsOf(await app.call(listAdminBookings, { token: admin, query: { only: 'REFUNDED' } }))
    expect(refunded.map((one) => one.id)).toContain(id)
    expect(await history(id)).toContain('$200.00 is back on the gift.')
  })

  test('it is refunded if the card is charged after the booking was canceled', async () => {
    const { code } = await aVoucher(200)
    const holdId = await aHold(app, angler.token, { date })
    await redeem(holdId, code)
    await app.simulator.fault({ operation: 'charge', fault: 'slow-after', delayMs: 600_000 })
    const { id } = (await pay(holdId, 500)).body.booking
    await app.call(patchBookingStatus, { token: admin, params: { id }, body: { status: 'CANCELLED' } })
    expect(await leftOn(code)).toBe(0)
    await app.simulator.endFaults()
    await eventually(async () => (await leftOn(code)) === 200)
    expect(await booking(id)).toMatchObject({ status: 'CANCELLED', paidAmount: 700, refundedAmount: 200 })
    const [issue] = await app.call(listRefundableFailures, { token: admin })
    expect(issue).toMatchObject({ bookingId: id, amount: 500 })
  })

  test('a repeated cancellation with refund gets the first response, even with part refunded to the voucher', async () => {
    const { code } = await aVoucher(200)
    const holdId = await aHold(app, angler.token, { date })
    await redeem(holdId, code)
    const { id } = (await pay(holdId, 500)).body.booking
    await app.simulator.fault({ operation: 'refund', fault: 'slow-after', delayMs: 600_000 })
    const body = { status: 'CANCELLED' as const, refund: true }
    const cancel = () => app.answer(patchBookingStatus, { token: admin, params: { id }, body })
    const first = await cancel()
    expect(first).toMatchObject({ status: 200, body: { refund: { success: false }, refundedAmount: 200 } })
    const again = await cancel()
    expect([again.status, again.body.refund]).toEqual([200, first.body.refund])
    await app.simulator.endFaults()
    await eventually(async () => (await booking(id)).refundedAmount === 700)
  })

  test('cancelling during the first payment refunds nothing and is no error', async () => {
    await app.simulator.fault({ operation: 'charge', fault: 'slow-after', delayMs: 600_000 })
    const { id } = (await pay(await aHold(app, angler.token, { date }), 700)).body.booking
    const body = { status: 'CANCELLED' as const }
    await app.call(patchBookingStatus, { token: admin, params: { id }, body })
    const asked = await app.answer(patchBookingStatus, {
      token: admin,
      params: { id },
      body: { ...body, refund: true },
    })
    expect(asked).toMatchObject({ status: 200, body: { status: 'CANCELLED' } })
    await app.simulator.endFaults()
    await eventually(async () => (await booking(id)).paidAmount === 700)
  })
})
