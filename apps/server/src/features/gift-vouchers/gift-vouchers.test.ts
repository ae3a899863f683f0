import { addresses } from '@arcadia/contract/addresses'
import {
  correctBooking,
  getAdminBooking,
  listAdminBookings,
  patchBookingStatus,
} from '@arcadia/contract/admin/bookings'
import { setTrophyPackagePrice } from '@arcadia/contract/admin/configuration'
import {
  listGiftVouchers,
  makeGiftVoucher,
  setVoucherExpiry,
  showVoucherCode,
  voidGiftVoucher,
} from '@arcadia/contract/admin/gift-vouchers'
import { enterPhoneBooking } from '@arcadia/contract/admin/phone-bookings'
import { makePayLink } from '@arcadia/contract/balance-links'
import { cancelBooking, getBooking, listBookingEvents, TERMS_VERSION } from '@arcadia/contract/bookings'
import { moveDay, refundMovedDay } from '@arcadia/contract/day-moves'
import {
  listMyGiftVouchers,
  openVoucherLink,
  orderGiftVoucher,
  redeemOnBooking,
  redeemOnHold,
  redeemOnLink,
  takeOffHold,
} from '@arcadia/contract/gift-vouchers'
import { openGift } from '@arcadia/contract/gifts'
import { createHold, getCurrentHold } from '@arcadia/contract/holds'
import { downloadMyData } from '@arcadia/contract/my-data'
import { payForBooking } from '@arcadia/contract/payments'
import {
  approveRefundRequest,
  listRefundableFailures,
  listRefundRequests,
  refundBooking,
  requestRefund,
  resolveFailure,
} from '@arcadia/contract/refunds'
import type { WireInput } from '@arcadia/contract/testing/wire-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dataChecks, examine } from '../../checks/checks.ts'
import { aBooking } from '../../testing/a-booking.ts'
import { orderGift, payForGift } from '../../testing/a-gift.ts'
import {
  type Angler,
  aColleague,
  aHold,
  anAdmin,
  anAngler,
  aPayment,
  networkAddress,
  openDates,
  PAST_THE_HOLD,
} from '../../testing/builders.ts'
import { checkBooks } from '../../testing/check-books.ts'
import { inProof, TEST_SEED } from '../../testing/proof.ts'
import { seededRandom } from '../../testing/random.ts'
import { confirmAddress, readMails } from '../../testing/read-mail.ts'
import { eventually, rowsOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { listChain } from '../audit-log/audit-log.store.ts'

const OWNER = 'owner@example.com'

let app: TestApp
let angler: Angler
let admin: string
let date: string
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp({ settings: { BUSINESS_EMAIL: OWNER }, patience: { answerWithinMs: 1500, callMs: 4000 } })
})
afterAll(async () => {
  // After all tests, the books balance to the cent and no voucher is overspent.
  expect(await checkBooks(app, admin)).toMatchObject({ balanced: true, unresolved: 0 })
  const findings = await examine(dataChecks(app.database.db, app.app.features))
  expect(findings.filter(({ about }) => about.startsWith('gift vouchers')).flatMap(({ problems }) => problems)).toEqual(
    [],
  )
  await app.close()
})
beforeEach(async () => {
  await app.simulator.control('POST', '/reset')
  angler = await anAngler(app)
  admin = await anAdmin(app)
  date = dates.shift()!
})

/** By the angler, who is signed in. */
const order = (more: Parameters<typeof orderGift>[1] = {}) =>
  orderGift(app, { buyerEmail: angler.email, ...more }, angler.token)
async function buy(more: Parameters<typeof orderGift>[1] = {}, paying: Parameters<typeof payForGift>[2] = {}) {
  const { status, body } = await payForGift(app, await order(more), paying)
  const [mine] = await app.call(listMyGiftVouchers, { token: angler.token })
  return { status, body: { ...body, id: mine!.id } }
}

/** The code of a voucher the owner made. */
async function aVoucher(amount: number, more: Partial<WireInput<typeof makeGiftVoucher>['body']> = {}) {
  const body = { amount, senderName: 'The house', recipientName: 'Robin', ...more }
  const { id } = await app.call(makeGiftVoucher, { token: admin, body })
  const { code } = await app.call(showVoucherCode, { token: admin, params: { id } })
  return { code, id }
}
const leftOn = async (code: string) =>
  (await app.call(listGiftVouchers, { token: admin, query: { q: code } })).content[0]!.left

const redeem = (holdId: string, code: string, token = angler.token) =>
  app.answer(redeemOnHold, {
    token,
    params: { id: holdId },
    body: { code, packageType: 'TROPHY' },
    ip: networkAddress(),
  })
const pay = async (holdId: string, amount: number, cardToken?: string) =>
  app.answer(payForBooking, {
    token: angler.token,
    body: aPayment(holdId, cardToken ?? (await app.simulator.cardToken()), { date, guests: 2, amount }),
    ip: networkAddress(),
  })
const booking = (id: number) => app.call(getBooking, { token: angler.token, params: { id } })
const history = async (id: number) =>
  (await app.call(listBookingEvents, { token: angler.token, params: { id } })).map(({ description }) => description)

describe('a gift voucher', () => {
  test('is bought by card: the buyer is emailed the code, and the recipient at 9 AM on the chosen date', async () => {
    const bought = await buy({ recipientEmail: 'robin@example.com', words: 'Happy birthday!', sendOn: '2027-06-01' })
    expect(bought).toMatchObject({ status: 201, body: { status: 'CAPTURED', worth: 500, expiresOn: null } })
    const { code } = bought.body
    expect(code).toMatch(/^[A-HJ-KM-NP-Z2-9]{4}(-[A-HJ-KM-NP-Z2-9]{4}){3}$/)
    const [receipt] = await readMails(app, angler.email, 'gift-voucher-bought')
    expect(receipt!.text).toContain(code)
    expect(receipt!.text).toContain(
      "We'll email your gift to robin@example.com on Tuesday, June 1, 2027 at 9:00 AM Eastern.",
    )
    const { rows } = await app.database.pool.query(
      `select v.code_encrypted, m.* from gift_vouchers v, outbox_mails m where m.kind like 'gift-voucher%'`,
    )
    expect(JSON.stringify(rows)).not.toContain(code!.replaceAll('-', ''))

    const now = app.clock.now()
    app.clock.set('2027-06-01T12:59:00Z')
    await app.app.features.giftVouchers.api.send()
    expect(await readMails(app, 'robin@example.com')).toEqual([])
    app.clock.set('2027-06-01T13:00:00Z')
    for (let rounds = 0; rounds < 2; rounds++) await app.app.features.giftVouchers.api.send()
    const mails = await readMails(app, 'robin@example.com')
    app.clock.set(now)
    expect(mails.map(({ subject }) => subject)).toEqual(['A gift from Sam'])
    expect(mails[0]!.text).toContain(code)
    expect(mails[0]!.text).toContain('With these words:\n> Happy birthday!')
    expect(mails[0]!.text).toContain('It never expires.')
    expect(await app.call(listMyGiftVouchers, { token: angler.token })).toMatchObject([{ code, left: 500 }])
  })

  test('for a trip costs today’s price', async () => {
    const trip = { packageType: 'TROPHY' as const, numberOfGuests: 2 }
    const body = { trip, amount: 4000, senderName: 'Sam', recipientName: 'Robin', buyerEmail: 'sam@example.com' }
    expect(await app.answer(orderGiftVoucher, { body, ip: networkAddress() })).toMatchObject({
      status: 409,
      body: { error: 'payment-differs', message: 'That trip costs $5,000.00 today.' },
    })
    expect(await buy({ trip, amount: 5000 })).toMatchObject({ status: 201, body: { worth: 5000, trip } })
  })

  test('is charged once despite retries, and not at all if the card is declined', async () => {
    const link = await order()
    const card = await app.simulator.cardToken()
    const press = () => payForGift(app, link, { card, key: 'one' })
    const replies = await Promise.all(Array.from({ length: 5 }, press))
    // On a busy machine a repeat is told that the payment is still on its way, without a code.
    expect(new Set(replies.flatMap((reply) => reply.body.code ?? [])).size).toBe(1)
    expect((await press()).status).toBe(200)
    expect(await payForGift(app, link)).toMatchObject({ status: 409, body: { error: 'voucher-not-good' } })
    const declined = await buy({}, { card: await app.simulator.cardToken('Decline') })
    expect(declined).toMatchObject({ status: 402, body: { error: 'card-declined' } })
    const mine = await app.call(listMyGiftVouchers, { token: angler.token })
    expect(mine.map(({ status, code }) => [status, code !== null])).toEqual([
      ['DECLINED', false],
      ['CAPTURED', true],
    ])
    expect((await readMails(app, angler.email)).filter(({ kind }) => kind === 'gift-voucher-bought')).toHaveLength(1)
  })

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

  test('is not open to strangers, and no response links to it', async () => {
    const refused = (more: object) => {
      const body = { amount: 500, senderName: 'Sam', recipientName: 'Robin', buyerEmail: 'sam@example.com', ...more }
      return app.answer(orderGiftVoucher, { body, ip: networkAddress() })
    }
    const message = 'Please leave web addresses out, and put a space after each period'
    for (const words of ['https://evil.example', 'evil.example', 'Look: EVIL.EXAMPLE!', 'a-b.co', 'evil\u3002example'])
      for (const path of ['words', 'senderName', 'recipientName'])
        expect(await refused({ [path]: words }), words).toMatchObject({
          status: 400,
          body: { details: [{ path, message }] },
        })
    // Negative control: what people write is no address.
    const words = 'Happy 40th! See you at 6 a.m. on the U.S. side... $3.50 says you win. Love, J. R.'
    expect((await buy({ words })).status).toBe(201)
    expect(await refused({ amount: 20 })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'amount', message: 'Pick an amount from $50 to $10,000.' }] },
    })
  })
})

describe('bought with an email alone', () => {
  const mine = (token: string) => app.call(listMyGiftVouchers, { token })

  test('it is paid by its link, which shows it again, and the receipt has the card', async () => {
    const link = await orderGift(app, { buyerEmail: 'priya@example.com', recipientEmail: 'joe@example.com' })
    const open = (token: string) => app.answer(openVoucherLink, { body: { token } })
    expect((await open(link.token)).body).toMatchObject({
      status: null,
      code: null,
      recipientEmail: 'joe@example.com',
      buyerEmail: 'priya@example.com',
    })
    const paid = await payForGift(app, link, { key: 'press' })
    expect(paid).toMatchObject({ status: 201, body: { status: 'CAPTURED', card: 'Visa ending in 1111' } })
    expect(await payForGift(app, link, { key: 'press' })).toMatchObject({ status: 200, body: paid.body })
    const [receipt] = await readMails(app, 'priya@example.com', 'gift-voucher-bought')
    expect(receipt!.text).toContain(paid.body.code)
    expect(receipt!.text).toContain('$500.00, Visa ending in 1111')
    const emailed = /pay-voucher\/[\w-]+#([\w-]+)/.exec(receipt!.text)![1]!
    for (const token of [link.token, emailed])
      expect((await open(token)).body).toMatchObject({ status: 'CAPTURED', code: paid.body.code, card: paid.body.card })
    const { content } = await app.call(listGiftVouchers, { token: admin, query: { q: paid.body.code! } })
    expect(content).toMatchObject([{ isSold: true, by: { id: null, name: 'priya@example.com', isAdmin: false } }])
  })

  test('the plate that the buyer chose is on every page of the gift and in its emails', async () => {
    const link = await orderGift(app, {
      picture: 'kites',
      buyerEmail: 'ki@example.com',
      recipientEmail: 'te@example.com',
    })
    const { code, picture } = (await payForGift(app, link)).body
    expect(picture).toBe('kites')
    expect(await app.call(openGift, { body: { code: code! }, ip: networkAddress() })).toMatchObject({
      picture: 'kites',
    })
    await app.app.features.giftVouchers.api.send()
    for (const to of ['ki@example.com', 'te@example.com'])
      expect(await readMails(app, to)).toMatchObject([{ picture: 'gift-kites' }])
  })

  test('it joins an account once the address is confirmed to be its owner’s, and no other', async () => {
    const [owner, other] = [await anAngler(app), await anAngler(app)]
    const link = await orderGift(app, { buyerEmail: owner.email.toUpperCase() })
    const { code } = (await payForGift(app, link)).body
    expect(await mine(owner.token)).toEqual([])
    await confirmAddress(app, owner.email)
    expect(await mine(owner.token)).toMatchObject([{ code }])
    await confirmAddress(app, other.email)
    expect(await mine(other.token)).toEqual([])
    // Bought while signed in, with the address of somebody else.
    await payForGift(app, await orderGift(app, { buyerEmail: owner.email }, other.token))
    expect((await mine(owner.token)).length).toBe(1)
    expect((await mine(other.token)).length).toBe(1)
  })

  test('its declines count for the address, whatever link is paid, and shut nobody’s account', async () => {
    const buyerEmail = 'tester@example.com'
    const decline = await app.simulator.cardToken('Decline')
    const tries = []
    for (let n = 0; n < 6; n++) {
      const link = await orderGift(app, { buyerEmail })
      tries.push((await payForGift(app, link, { card: await app.simulator.cardToken('Decline') })).status)
    }
    expect(tries).toEqual([402, 402, 402, 402, 402, 429])
    expect(
      (await payForGift(app, await orderGift(app, { buyerEmail: 'other@example.com' }), { card: decline })).status,
    ).toBe(402)
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

  test('a network starts at most thirty an hour', async () => {
    const ip = networkAddress()
    const body = { amount: 500, senderName: 'Sam', recipientName: 'Robin', buyerEmail: 'sam@example.com' }
    for (let n = 0; n < 30; n++) await orderGift(app, {}, undefined, ip)
    expect(await app.answer(orderGiftVoucher, { body, ip })).toMatchObject({
      status: 429,
      body: { error: 'too-many-requests' },
    })
  })
})

describe('redeemed on a hold', () => {
  test('it pays part of the deposit and the card the rest; what is left stays on it', async () => {
    const { code } = await aVoucher(200)
    const holdId = await aHold(app, angler.token, { date })
    expect(await redeem(holdId, code.toLowerCase().replaceAll('-', ' '))).toMatchObject({
      body: { covered: 200, left: 0 },
    })
    expect(await redeem(holdId, code)).toMatchObject({ status: 200, body: { covered: 200, left: 0 } })
    expect((await app.call(getCurrentHold, { token: angler.token })).hold).toMatchObject({ covered: 200 })
    expect(await pay(holdId, 700)).toMatchObject({
      status: 409,
      body: { message: '$500.00 of the $700.00 deposit is left to pay by card.' },
    })
    const paid = await pay(holdId, 500)
    expect(paid).toMatchObject({
      status: 201,
      body: { booking: { paidAmount: 700, cashAmount: 0, pendingAmount: 4300 } },
    })
    expect(await history(paid.body.booking.id)).toEqual([
      'Booked.',
      'Deposit: $200.00 paid by gift.',
      'Deposit: $500.00 paid by card, Visa ending in 1111.',
    ])
    const { id } = paid.body.booking
    expect(await app.call(getAdminBooking, { token: admin, params: { id } })).toMatchObject({
      paidAmount: 700,
      voucherAmount: 200,
      cashAmount: 0,
      charges: [{ amount: 500 }],
    })
    expect(await leftOn(code)).toBe(0)
  })

  test('looking up what it pays does not wait for a payment', async () => {
    const { code, id } = await aVoucher(200)
    const holdId = await aHold(app, angler.token, { date })
    await redeem(holdId, code)
    await app.database.db.transaction().execute(async (tx) => {
      await tx.selectFrom('gift_vouchers').select('id').where('id', '=', id).forNoKeyUpdate().execute()
      expect((await app.call(getCurrentHold, { token: angler.token })).hold).toMatchObject({ covered: 200 })
    })
  })

  test.for([
    ['void', 'voided_at = created_at'],
    ['over', `expires_on = '2027-01-01'`],
  ])('once %s it pays nothing, and the card pays everything, once', async ([, end]) => {
    const { code, id } = await aVoucher(200)
    const holdId = await aHold(app, angler.token, { date })
    await redeem(holdId, code)
    await app.database.pool.query(`update gift_vouchers set ${end} where id = ${id}`)
    expect(await pay(holdId, 500)).toMatchObject({ status: 409, body: { error: 'payment-differs' } })
    const paid = await pay(holdId, 700)
    expect(paid).toMatchObject({ status: 201, body: { booking: { paidAmount: 700 } } })
    expect(await history(paid.body.booking.id)).toEqual([
      'Booked.',
      'Deposit: $700.00 paid by card, Visa ending in 1111.',
    ])
  })

  test('it pays toward the total, the deposit first, and no card is needed where it covers that', async () => {
    const { code } = await aVoucher(1000)
    const holdId = await aHold(app, angler.token, { date })
    await redeem(holdId, code)
    const body = aPayment(holdId, '', { date, guests: 2, amount: 0 })
    body.paymentData.paymentToken = null
    const booked = await app.answer(payForBooking, { token: angler.token, body })
    expect(booked).toMatchObject({
      status: 201,
      body: { booking: { status: 'CONFIRMED', paidAmount: 1000, voucherAmount: 1000, pendingAmount: 4000 } },
    })
    expect(await history(booked.body.booking.id)).toContain(
      '$1,000.00 paid by gift: the deposit, and $300.00 of the balance.',
    )
    expect(await app.answer(payForBooking, { token: angler.token, body })).toMatchObject({ status: 200 })
    expect(await leftOn(code)).toBe(0)
  })

  test('it pays for the package and the riders that are paid for, whatever was chosen when the code was given', async () => {
    const { code } = await aVoucher(5000)
    const holdId = await aHold(app, angler.token, { date, guests: 1 })
    expect((await redeem(holdId, code)).body).toEqual({ covered: 2500, left: 2500 })
    const body = aPayment(holdId, '', { date, guests: 1, amount: 0 })
    body.paymentData.paymentToken = null
    body.bookingData = { ...body.bookingData, packageType: 'STANDARD', riders: 1 }
    const booked = await app.answer(payForBooking, { token: angler.token, body })
    expect(booked.body.booking).toMatchObject({ totalAmount: 1650, paidAmount: 1650, pendingAmount: 0 })
    expect(await leftOn(code)).toBe(3350)
  })

  test('it is freed when the hold expires, is released, or gets another code', async () => {
    const [first, second] = [await aVoucher(300), await aVoucher(400)]
    const holdId = await aHold(app, angler.token, { date })
    await redeem(holdId, first.code)
    expect(await leftOn(first.code)).toBe(0)
    await redeem(holdId, second.code)
    expect([await leftOn(first.code), await leftOn(second.code)]).toEqual([300, 0])
    await app.call(takeOffHold, { token: angler.token, params: { id: holdId } })
    expect(await leftOn(second.code)).toBe(400)
    await redeem(holdId, second.code)
    app.clock.advance(PAST_THE_HOLD)
    expect(await leftOn(second.code)).toBe(400)
    expect(await redeem(holdId, second.code)).toMatchObject({ status: 409, body: { error: 'hold-expired' } })
    const other = await anAngler(app)
    const again = await aHold(app, other.token, { date })
    expect(await redeem(again, second.code, other.token)).toMatchObject({ body: { covered: 400 } })
  })

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

  test('a process with a slow clock cannot reuse an amount another process freed at expiry', async () => {
    const { code } = await aVoucher(200)
    const holdId = await aHold(app, angler.token, { date })
    await redeem(holdId, code)
    app.clock.advance(PAST_THE_HOLD)
    const other = await anAngler(app)
    const elsewhere = await aHold(app, other.token, { date: dates.shift()! })
    expect(await redeem(elsewhere, code, other.token)).toMatchObject({ body: { covered: 200 } })
    app.clock.advance({ minutes: -6 })
    expect(await pay(holdId, 500)).toMatchObject({ status: 409, body: { message: 'The deposit is $700.00.' } })
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

  test('two at once never get more than its value', async () => {
    const { code } = await aVoucher(6000)
    const anglers = await Promise.all(Array.from({ length: 4 }, () => anAngler(app)))
    const holds = await Promise.all(anglers.map((one) => aHold(app, one.token, { date, guests: 1 })))
    const replies = await Promise.all(holds.map((holdId, index) => redeem(holdId, code, anglers[index]!.token)))
    const covered = replies.map(({ status, body }) => (status === 200 ? body.covered : 0))
    expect(covered.sort((a, b) => b - a)).toEqual([2500, 2500, 1000, 0])
    expect(await leftOn(code)).toBe(0)
  })
})

describe('redeemed on a booking', () => {
  test('it pays as much of the balance as it has left, once', async () => {
    const { code } = await aVoucher(2000)
    const trip = await aBooking(app, { date, angler })
    const use = () =>
      app.answer(redeemOnBooking, {
        token: angler.token,
        params: { id: trip.bookingId },
        body: { code },
        ip: networkAddress(),
      })
    expect(await use()).toMatchObject({ status: 200, body: { paid: 2000, left: 0, booking: { pendingAmount: 150 } } })
    expect(await use()).toMatchObject({
      status: 409,
      body: { error: 'voucher-not-good', message: 'This gift has nothing left on it.' },
    })
    expect(await history(trip.bookingId)).toContain('Balance: $2,000.00 paid by gift.')
    const mail = (await readMails(app, 'ada@example.com', 'gift-voucher-redeemed'))[0]
    expect(mail!.text).toContain('$2,000.00')
    expect(mail!.text).not.toContain('Left on the gift')
    const notices = await readMails(app, OWNER, 'balance-paid-notice')
    expect(notices.map(({ subject }) => subject)).toEqual(['Ada Angler paid $2,000.00 by gift, $150.00 due'])
    expect(notices[0]!.text).toContain('Balance: $150.00')
  })

  test('it pays an awaited deposit by link, at least that, once, and confirms the booking', async () => {
    const { id, selectedDate } = await app.call(enterPhoneBooking, {
      token: admin,
      body: {
        selectedDate: date,
        numberOfGuests: 1,
        packageType: 'TROPHY',
        firstName: 'Rosa',
        lastName: 'Diaz',
        phone: '863 555 0123',
        depositUntil: new Date(app.clock.now().getTime() + 3_600_000).toISOString(),
      },
    })
    const { link } = await app.call(makePayLink, { token: admin, params: { id }, body: {} })
    const use = (
      { code }: { code: string },
      terms: { termsVersion?: typeof TERMS_VERSION } = { termsVersion: TERMS_VERSION },
    ) =>
      app.answer(redeemOnLink, {
        body: { token: link.split('#')[1]!, code, owed: 2500, ...terms },
        ip: networkAddress(),
      })
    const [small, good] = [await aVoucher(349), await aVoucher(500)]
    expect((await use(good, {})).body).toMatchObject({ error: 'terms-not-accepted' })
    expect((await use(small)).body.message).toBe(
      'This gift has $349.00 left, and the deposit is $350.00. Please pay it by card.',
    )
    const presses = await Promise.all([use(good), use(good)])
    expect(presses.map(({ status }) => status).sort()).toEqual([200, 409])
    const booking = await app.call(getAdminBooking, { token: admin, params: { id } })
    expect(booking).toMatchObject({ status: 'CONFIRMED', selectedDate, paidAmount: 500, pendingAmount: 2000 })
    expect(await leftOn(good.code)).toBe(0)
    expect(booking.history.map(({ description }) => description)).toContain('Balance: $500.00 paid by gift.')
    const notices = await readMails(app, OWNER, 'balance-paid-notice')
    expect(notices.at(-1)!.subject).toBe('Deposit paid: $500.00, Rosa Diaz')
    expect(notices.at(-1)!.text).toContain("It's the deposit you were waiting for, by gift. The booking is confirmed.")
  })

  test('if the awaited deposit is already covered, the voucher pays the balance', async () => {
    const depositUntil = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
    const { id } = await app.call(enterPhoneBooking, {
      token: admin,
      body: {
        selectedDate: date,
        numberOfGuests: 2,
        packageType: 'TROPHY',
        firstName: 'Rosa',
        lastName: 'Diaz',
        phone: '863 555 0123',
        payment: { amount: 400, method: 'CASH', note: null },
      },
    })
    const booked = { token: admin, params: { id } }
    await app.call(patchBookingStatus, { ...booked, body: { status: 'PENDING' } })
    const { link } = await app.call(makePayLink, { ...booked, body: { depositUntil } })
    const { pendingAmount: owed } = await app.call(correctBooking, { ...booked, body: { numberOfGuests: 1 } })
    const { code } = await aVoucher(500)
    const body = { token: link.split('#')[1]!, code, owed, termsVersion: TERMS_VERSION }
    const used = await app.answer(redeemOnLink, { body, ip: networkAddress() })
    expect(used).toMatchObject({ status: 200, body: { paid: 500, left: 0 } })
    expect(await app.call(getAdminBooking, booked)).toMatchObject({ status: 'CONFIRMED', paidAmount: 900 })
  })

  test('five requests at once pay the balance once', async () => {
    const { code } = await aVoucher(3000)
    const trip = await aBooking(app, { date, angler })
    const replies = await Promise.all(
      Array.from({ length: 5 }, () =>
        app.answer(redeemOnBooking, {
          token: angler.token,
          params: { id: trip.bookingId },
          body: { code },
          ip: networkAddress(),
        }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect(await leftOn(code)).toBe(850)
    expect(await booking(trip.bookingId)).toMatchObject({ paidAmount: 2500, pendingAmount: 0 })
  })
})

test('a refund goes to the voucher first, then to the card', async () => {
  const { code } = await aVoucher(200)
  const holdId = await aHold(app, angler.token, { date })
  await redeem(holdId, code)
  const { id } = (await pay(holdId, 500)).body.booking
  const refund = (amount: number, key: string) =>
    app.answer(refundBooking, {
      token: admin,
      params: { id },
      query: { amount },
      headers: { 'idempotency-key': key },
    })
  expect(await refund(150, 'a')).toMatchObject({
    status: 200,
    body: { success: true, message: '$150.00 was refunded.' },
  })
  expect(await refund(150, 'a')).toMatchObject({ body: { message: '$150.00 was refunded.' } })
  expect(await leftOn(code)).toBe(150)
  expect(await booking(id)).toMatchObject({ paidAmount: 700, refundedAmount: 150 })
  expect(await refund(150, 'b')).toMatchObject({ body: { booking: { refundedAmount: 300 } } })
  expect(await leftOn(code)).toBe(200)
  const { charges } = await app.simulator.ledger()
  expect(charges.at(-1)).toMatchObject({ capturedCents: 500_00, refundedCents: 100_00 })
  expect(await refund(400.01, 'c')).toMatchObject({ status: 409, body: { error: 'more-than-refundable' } })
  expect(await refund(400, 'd')).toMatchObject({ body: { booking: { refundedAmount: 700 } } })
  const refunds = (await readMails(app, 'ada@example.com', 'refund-made')).slice(-3).map(({ text }) => text)
  const first = refunds[0]!.replace(/\s+/g, ' ')
  expect(first).toContain('$150.00 is back on your gift, and its code works again.')
  expect(first).toContain('Gift: From The house')
  expect(first).toContain(`Gift code: ${code}`)
  expect(first).toMatch(new RegExp(`Pick another morning: \\S+/gift/[\\w-]+#${code} `))
  expect(refunds[1]).toContain('$50.00 is back on your gift')
  expect(refunds[1]).toContain('$100.00 goes to the Visa ending in 1111.')
  expect(refunds[2]).toContain("We've refunded the Visa ending in 1111.")

  // The email about the cancellation opens the gift as well.
  await app.call(patchBookingStatus, { token: admin, params: { id }, body: { status: 'CANCELLED' } })
  const canceled = (await readMails(app, 'ada@example.com', 'booking-cancelled')).at(-1)!
  expect(canceled.buttons![0]).toMatch(new RegExp(`${addresses.gift.href({ id: '[\\w-]+', token: code })}$`))
  expect(canceled.text).toContain(`Gift code: ${code}`)
  expect(canceled.text).toContain('$500.00 to the Visa ending in 1111')
})

describe('a refund of what a voucher paid that has ended', () => {
  /** A booking with $200 by voucher and $500 by card, whose voucher then ends. */
  async function paidByEnded(how: 'VOID' | 'EXPIRED') {
    const { code, id: voucherId } = await aVoucher(200, how === 'EXPIRED' ? { expiresOn: '2027-04-06' } : {})
    const holdId = await aHold(app, angler.token, { date })
    expect((await redeem(holdId, code)).status).toBe(200)
    const { id } = (await pay(holdId, 500)).body.booking
    const params = { id: voucherId }
    if (how === 'VOID') await app.call(voidGiftVoucher, { token: admin, params, body: { reason: 'Stolen' } })
    else await app.database.pool.query("update gift_vouchers set expires_on = '2027-04-04' where id = $1", [voucherId])
    return { id, code, voucherId }
  }
  const refund = (id: number, query: WireInput<typeof refundBooking>['query'] = {}, token = admin) =>
    app.answer(refundBooking, { token, params: { id }, query })
  const details = (id: number) => app.call(getAdminBooking, { token: admin, params: { id } })
  const refundMails = async () => (await readMails(app, 'ada@example.com', 'refund-made')).map(({ text }) => text)
  const LEFT =
    "$200.00 was paid with a gift voucher that is void or has expired, so it isn't given back until an owner renews the voucher."

  test.each(['VOID', 'EXPIRED'] as const)(
    '%s: unasked, only the card gets its part, and nobody reads otherwise',
    async (how) => {
      const { id, code } = await paidByEnded(how)
      expect(await details(id)).toMatchObject({ voucherAmount: 200, endedVoucherAmount: 200 })
      expect(await refund(id, { amount: 700 })).toMatchObject({
        status: 409,
        body: { error: 'more-than-refundable', message: `That is more than can be refunded. ${LEFT}` },
      })
      expect(await refund(id)).toMatchObject({
        status: 200,
        body: { success: false, message: `$500.00 was refunded. ${LEFT}`, booking: { refundedAmount: 500 } },
      })
      const text = (await refundMails()).at(-1)!
      expect(text).toContain("We've refunded the Visa ending in 1111.")
      expect(text).not.toMatch(/gift voucher|\$700|\$200/)
      app.clock.advance({ minutes: 3 })
      expect(await refund(id)).toMatchObject({ status: 409, body: { error: 'voucher-ended' } })
      expect(await leftOn(code)).toBe(0)
      expect(await details(id)).toMatchObject({
        refundedAmount: 500,
        refundableAmount: 200,
        endedVoucherAmount: 200,
      })
    },
  )

  test('negative control: on a voucher that is good the same refund gives back all of it', async () => {
    const { code } = await aVoucher(200)
    const holdId = await aHold(app, angler.token, { date })
    await redeem(holdId, code)
    const { id } = (await pay(holdId, 500)).body.booking
    expect((await refund(id)).body).toMatchObject({ success: true, message: '$700.00 was refunded.' })
    expect(await leftOn(code)).toBe(200)
    expect((await history(id)).join()).toContain('$700.00 was refunded to the Visa ending in 1111 and the gift.')
  })

  test('a void one is replaced by one with a new code when an owner says so, and the guest is emailed that code', async () => {
    const { id, code } = await paidByEnded('VOID')
    const office = await aColleague(app, 'OFFICE')
    await app.database.pool.query('update office_limits set refund_cents = 100000')
    expect(await refund(id, { renewVouchers: 'true' }, office.token)).toMatchObject({
      status: 403,
      body: { message: 'Only an owner can renew a gift voucher.' },
    })
    expect(await refund(id, { renewVouchers: 'true', lastDay: '2027-04-04' })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'lastDay' }] },
    })
    expect((await refund(id, { renewVouchers: 'true', lastDay: '2028-01-31' })).body).toMatchObject({
      success: true,
      message: '$700.00 was refunded.',
      booking: { refundedAmount: 700 },
    })
    expect(await details(id)).toMatchObject({ endedVoucherAmount: 0 })
    const text = (await readMails(app, 'ada@example.com', 'gift-voucher-renewed')).at(-1)!.text
    const fresh = /[A-Z2-9]{4}(-[A-Z2-9]{4}){3}/.exec(text)![0]
    expect(fresh).not.toBe(code)
    expect(text).toContain('Good through: Monday, January 31, 2028')
    expect(await redeem(await aHold(app, angler.token, { date: dates.shift()! }), fresh)).toMatchObject({
      status: 200,
      body: { covered: 200 },
    })
    const old = await redeem(await aHold(app, angler.token, { date: dates.shift()! }), code)
    expect(old.body).toMatchObject({
      error: 'voucher-not-good',
      message: expect.stringMatching(/^This gift was canceled\. Please /),
    })
  })

  test('an expired one gets a new last day', async () => {
    const { id, code, voucherId } = await paidByEnded('EXPIRED')
    expect((await refund(id, { renewVouchers: 'true', lastDay: '2028-01-31' })).body.success).toBe(true)
    const [listed] = (await app.call(listGiftVouchers, { token: admin, query: { q: code } })).content
    expect(listed).toMatchObject({ id: voucherId, status: 'GOOD', left: 200, expiresOn: '2028-01-31' })
  })

  test('a void one that was paid for is replaced by one that counts as paid for, a given one by a given one', async () => {
    /** The voucher that takes the place of this one, once it paid $100 of a booking, was void, and was refunded. */
    const replaced = async (which: number, code: string) => {
      const { bookingId } = await aBooking(app, { date: dates.shift()!, angler })
      const used = { token: angler.token, params: { id: bookingId }, body: { code }, ip: networkAddress() }
      await app.call(redeemOnBooking, used)
      await app.call(voidGiftVoucher, { token: admin, params: { id: which }, body: { reason: 'Lost' } })
      const { body } = await refund(bookingId, { renewVouchers: 'true', lastDay: '2028-01-31' })
      expect(body.success).toBe(true)
      const [fresh] = (await app.call(listGiftVouchers, { token: admin, query: { status: 'GOOD' } })).content
      return { ...fresh!, ...(await app.call(showVoucherCode, { token: admin, params: { id: fresh!.id } })) }
    }
    const limit = (id: number, expiresOn: string | null) =>
      app.answer(setVoucherExpiry, { token: admin, params: { id }, body: { expiresOn } })
    const told = async () => (await readMails(app, 'admin@localhost', 'change-of-rule')).map(({ text }) => text)

    const bought = (await buy({ amount: 100 })).body
    const first = await replaced(bought.id, bought.code!)
    const second = await replaced(first.id, first.code)
    for (const one of [first, second])
      expect(one).toMatchObject({ left: 100, expiresOn: null, isSold: true, by: { isAdmin: true } })
    expect(await limit(second.id, '2028-01-31')).toMatchObject({
      status: 409,
      body: { error: 'voucher-not-good', message: "A purchased voucher doesn't expire." },
    })
    for (const text of (await told()).slice(-2)) {
      expect(text).toContain('You replaced a void gift voucher with a new one of $100.00')
      expect(text).not.toContain('nobody paid')
    }
    await expect(
      app.database.pool.query(`update gift_vouchers set is_sold = false where id = ${second.id}`),
    ).rejects.toMatchObject({ code: 'AR006' })
    await expect(
      app.database.pool.query(`update gift_vouchers set expires_on = '2028-01-31' where id = ${second.id}`),
    ).rejects.toMatchObject({ code: '23514' })

    const given = await aVoucher(100)
    const again = await replaced(given.id, given.code)
    expect(again).toMatchObject({ left: 100, expiresOn: '2028-01-31', isSold: false })
    expect(await limit(again.id, '2028-02-28')).toMatchObject({ status: 200, body: { expiresOn: '2028-02-28' } })
  })

  test('renewing is no repeat of the refund that left something, though it follows at once; sent again it is one', async () => {
    const { id } = await paidByEnded('EXPIRED')
    expect((await refund(id)).body).toMatchObject({ success: false, booking: { refundedAmount: 500 } })
    const mails = async () => (await readMails(app, 'ada@example.com', 'gift-voucher-renewed')).length
    const before = await mails()
    for (const _press of ['first', 'again'])
      expect((await refund(id, { renewVouchers: 'true', lastDay: '2028-01-31' })).body).toMatchObject({
        success: true,
        message: '$200.00 was refunded.',
        booking: { refundedAmount: 700 },
      })
    expect(await mails()).toBe(before + 1)
  })

  test('a cancellation with refund says what was left, to the owner and to the guest', async () => {
    const { id } = await paidByEnded('VOID')
    const body = { status: 'CANCELLED' as const, refund: true }
    const cancelled = await app.call(patchBookingStatus, { token: admin, params: { id }, body })
    expect(cancelled.refund).toEqual({ success: false, message: `$500.00 was refunded. ${LEFT}` })
    const text = (await readMails(app, 'ada@example.com', 'booking-cancelled')).at(-1)!.text
    expect(text).toContain("You paid $200.00 with a gift that can't be used anymore, so it isn't back on it.")
    expect(text).not.toMatch(/We refunded|isn't refundable/)
  })

  test('of a called-off day what goes back on a gift voucher, to a card, and nowhere yet is told apart', async () => {
    const { code, id: voucherId } = await aVoucher(200)
    const holdId = await aHold(app, angler.token, { date })
    await redeem(holdId, code)
    const { id } = (await pay(holdId, 500)).body.booking
    const good = { refundableAmount: 700, refundableToVouchers: 200, endedVoucherAmount: 0 }
    expect(await booking(id)).toMatchObject(good)
    await app.call(voidGiftVoucher, { token: admin, params: { id: voucherId }, body: { reason: 'Stolen' } })
    expect(await booking(id)).toMatchObject({ ...good, refundableToVouchers: 0, endedVoucherAmount: 200 })
    await app.call(patchBookingStatus, { token: admin, params: { id }, body: { status: 'CANCELLED' } })
  })

  test('a guest who chose the refund of a called-off day is told, and the owner is emailed to decide', async () => {
    const { id } = await paidByEnded('VOID')
    await app.call(moveDay, { token: admin, body: { date, reason: 'WEATHER' } })
    const chosen = await app.call(refundMovedDay, { token: angler.token, params: { id } })
    expect(chosen.success).toBe(false)
    expect(chosen.message).toContain(
      "We'll be in touch about the $200.00 you paid with a gift that can't be used anymore.",
    )
    const [notice] = (await readMails(app, OWNER, 'voucher-not-refunded')).slice(-1)
    expect(notice!.subject).toBe("A gift voucher can't take its refund back: $200.00")
  })
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
  const asked = await app.answer(patchBookingStatus, { token: admin, params: { id }, body: { ...body, refund: true } })
  expect(asked).toMatchObject({ status: 200, body: { status: 'CANCELLED' } })
  await app.simulator.endFaults()
  await eventually(async () => (await booking(id)).paidAmount === 700)
})

test('too many wrong codes block further tries, even with the right one', async () => {
  const { code } = await aVoucher(500)
  const holdId = await aHold(app, angler.token, { date })
  const guess = (last: string) => redeem(holdId, `WXYZ-2345-ABCD-67${last}`)
  for (let tries = 0; tries < 3; tries++) expect((await redeem(holdId, code)).status).toBe(200)
  for (let tries = 0; tries < 10; tries++)
    expect(await guess('89')).toMatchObject({ status: 404, body: { error: 'voucher-not-found' } })
  for (const again of [await guess('AB'), await redeem(holdId, code)])
    expect(again).toMatchObject({
      status: 429,
      body: { message: expect.stringMatching(/^Too many wrong codes\. Please try again at \d+:\d\d [AP]M Eastern\.$/) },
    })
  app.clock.advance({ minutes: 61 })
  const later = await aHold(app, angler.token, { date })
  expect((await redeem(later, code)).status).toBe(200)
})

test("wrong codes by a payment link count for that link: they don't spend its customer's tries, nor those theirs", async () => {
  const { code } = await aVoucher(3000)
  const wrong = 'WXYZ-2345-ABCD-6789'
  const { bookingId } = await aBooking(app, { date, angler })
  const byLink = async () => {
    const { link } = await app.call(makePayLink, { token: admin, params: { id: bookingId }, body: {} })
    const token = link.split('#')[1]!
    return (tried: string) =>
      app.answer(redeemOnLink, { body: { token, code: tried, owed: 2150 }, ip: networkAddress() })
  }
  const inSession = (tried: string) =>
    app.answer(redeemOnBooking, {
      token: angler.token,
      params: { id: bookingId },
      body: { code: tried },
      ip: networkAddress(),
    })
  const attacked = await byLink()
  for (let tries = 0; tries < 10; tries++) expect((await attacked(wrong)).status).toBe(404)
  expect((await attacked(code)).status).toBe(429)

  for (let tries = 0; tries < 10; tries++) expect((await inSession(wrong)).status, 'ten of their own').toBe(404)
  expect((await inSession(code)).status).toBe(429)
  expect((await (await byLink())(code)).status, 'with a link of their own').toBe(200)
})

test('the owner lists, makes, extends and voids them, each audit-logged', async () => {
  const made = await aVoucher(100, { expiresOn: '2027-04-30', recipientEmail: 'kim@example.com' })
  await app.app.features.giftVouchers.api.send()
  expect(await readMails(app, 'kim@example.com', 'gift-voucher')).toHaveLength(1)
  const now = app.clock.now()
  app.clock.set('2027-05-01T12:00:00Z')
  admin = await anAdmin(app)
  const late = await aHold(app, angler.token, { date })
  expect(await redeem(late, made.code)).toMatchObject({ status: 409, body: { error: 'voucher-not-good' } })
  const params = { id: made.id }
  const extended = await app.call(setVoucherExpiry, { token: admin, params, body: { expiresOn: '2027-12-31' } })
  expect(extended).toMatchObject({ status: 'GOOD', expiresOn: '2027-12-31' })
  expect((await redeem(late, made.code)).status).toBe(200)
  app.clock.set(now)

  const voided = await app.call(voidGiftVoucher, { token: admin, params, body: { reason: 'Sent twice' } })
  expect(voided.status).toBe('VOID')
  // The amount set aside no longer counts.
  expect((await app.call(getCurrentHold, { token: angler.token })).hold).not.toHaveProperty('covered')
  expect(await app.answer(voidGiftVoucher, { token: admin, params, body: { reason: 'Again' } })).toMatchObject({
    status: 409,
  })
  const { rows } = await app.database.pool.query(
    `select action from audit_entries where subject_kind = 'gift-voucher' and subject_id = '${made.id}' order by id`,
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'gift-voucher.made',
    'gift-voucher.code-shown',
    'gift-voucher.expiry-set',
    'gift-voucher.voided',
  ])
  const bought = await buy()
  expect(
    await app.answer(setVoucherExpiry, {
      token: admin,
      params: { id: bought.body.id },
      body: { expiresOn: '2027-12-31' },
    }),
  ).toMatchObject({ status: 409, body: { message: "A purchased voucher doesn't expire." } })
  const listed = await app.call(listGiftVouchers, { token: admin, query: { q: 'robin', status: 'GOOD' } })
  expect(listed.content).toContainEqual(
    expect.objectContaining({ id: bought.body.id, by: expect.objectContaining({ isAdmin: false }) }),
  )
})

test('the list shows the end of a code; whoever has the whole one shown is in the change log', async () => {
  const { id, code } = await aVoucher(100)
  const office = await aColleague(app, 'OFFICE')
  const list = await app.answer(listGiftVouchers, { token: office.token, query: { q: code } })
  expect(list.body.content).toMatchObject([{ id, lastFour: code.slice(-4) }])
  const changed = await app.answer(setVoucherExpiry, {
    token: admin,
    params: { id },
    body: { expiresOn: '2027-12-31' },
  })
  for (const { body } of [list, changed]) {
    expect(JSON.stringify(body)).not.toContain(code)
    expect(JSON.stringify(body)).not.toContain(code.replaceAll('-', ''))
  }

  const show = (token: string | undefined, which: number | string = id) =>
    app.answer(showVoucherCode, { token, params: { id: which } })
  const shown = async () => {
    const entries = (await listChain(app.database.db)).filter(({ action }) => action === 'gift-voucher.code-shown')
    return entries.filter((entry) => entry.subject_id === String(id)).map((entry) => entry.admin_id)
  }
  const before = await shown()
  const [guide, customer] = [await aColleague(app, 'GUIDE'), await anAngler(app)]
  expect((await show(undefined)).status).toBe(401)
  for (const { token } of [guide, customer]) expect((await show(token)).status).toBe(403)
  for (const which of [999_999, 'nonsense'])
    expect(await show(office.token, which)).toMatchObject({ status: 404, body: { error: 'voucher-not-found' } })
  expect(await shown(), 'a refused look').toEqual(before)
  expect((await show(office.token)).body).toEqual({ code })
  expect(await shown()).toEqual([...before, office.id])
})

test('loses its names 24 months after the last payment, and is still valid', async () => {
  const robin = { recipientName: 'Robin Reader', senderName: 'Robin Sender', words: 'Dear Robin' }
  const byEmail = { ...robin, recipientEmail: 'robin.reader@example.com' }
  const bought = await buy(byEmail)
  const notSent = await buy({ ...byEmail, sendOn: '2030-01-01' })
  await buy(robin, { card: await app.simulator.cardToken('Decline') })
  const [made, used] = [await aVoucher(50, robin), await aVoucher(1000, robin)]
  await app.app.features.giftVouchers.api.send()
  const buyer = angler
  const begun = app.clock.now()
  app.clock.set('2027-05-01T12:00:00Z')
  angler = await anAngler(app)
  const { bookingId } = await aBooking(app, { date, angler })
  const body = { code: used.code }
  await app.call(redeemOnBooking, { token: angler.token, params: { id: bookingId }, body, ip: networkAddress() })

  /** Names still in vouchers, payments and the audit log. */
  const named = async () => {
    const { payments, giftVouchers } = app.app.features
    for (const { name, run } of [...payments.sweeps, ...giftVouchers.sweeps]) if (name.startsWith('names')) await run()
    const { rows } = await app.database.pool.query(
      `select distinct v.id::text as id from gift_vouchers v where v::text like '%Robin%'
       union all select 'payment' from payment_attempts where user_id = ${buyer.id} and booking_data::text like '%${buyer.email}%'
       union all select 'log ' || subject_id from audit_values join audit_entries e on e.id = entry_id
         where subject_kind = 'gift-voucher' and after_value::text like '%Robin Reader%'`,
    )
    return rows.map(({ id }) => id).sort()
  }
  const ofEarlier = (ids: string[]) => ids.filter((id) => !/^\d+$/.test(id) || Number(id) >= bought.body.id)
  const logs = [`log ${made.id}`, `log ${used.id}`]
  app.clock.set('2029-04-05T13:00:00Z')
  expect(ofEarlier(await named())).toEqual(expect.arrayContaining([...logs, 'payment', String(bought.body.id)]))
  app.clock.set('2029-04-06T14:00:00Z')
  expect(ofEarlier(await named())).toEqual([notSent.body.id, used.id, `log ${used.id}`].map(String).sort())
  app.clock.set('2029-05-02T12:00:00Z')
  expect(ofEarlier(await named())).toEqual([String(notSent.body.id)])
  app.clock.set(begun)
  expect([await leftOn(made.code), await leftOn(bought.body.code!)]).toEqual([50, 500])
  const data = await app.call(downloadMyData, { token: buyer.token })
  expect(data.giftVouchers.map(({ id }) => id)).toEqual([expect.any(Number), notSent.body.id, bought.body.id])
  const findings = await examine(dataChecks(app.database.db, app.app.features))
  expect(findings.flatMap(({ problems }) => problems)).toEqual([])
})

describe('the database', () => {
  const spend = (id: string, cents: number) =>
    app.database.pool.query(
      `with told as (select set_config('app.now', '${app.clock.now().toISOString()}', true))
       insert into gift_voucher_uses (voucher_id, booking_id, cents, created_at)
       select v.id, (select max(id) from bookings), ${cents}, now() from gift_vouchers v, told where v.id = ${id}`,
    )

  test('refuses to overspend or over-refund a voucher; without its guard it would not', async () => {
    const { id } = await aVoucher(100)
    await aBooking(app, { date, angler })
    await expect(spend(String(id), 100_01)).rejects.toThrow('is worth 10000')
    await expect(spend(String(id), -1)).rejects.toThrow('would be used')
    await app.database.pool.query('alter table gift_voucher_uses disable trigger gift_voucher_uses_within_the_voucher')
    await spend(String(id), 100_01)
    await app.database.pool.query('alter table gift_voucher_uses enable trigger gift_voucher_uses_within_the_voucher')
    const problems = (await examine(dataChecks(app.database.db, app.app.features))).flatMap((one) => one.problems)
    expect(problems).toEqual([`gift voucher ${id} is worth 10000 cents, but 10001 cents are used`])
    await app.database.pool.query('alter table gift_voucher_uses disable trigger user')
    await app.database.pool.query(`delete from gift_voucher_uses where voucher_id = ${id}`)
    await app.database.pool.query('alter table gift_voucher_uses enable trigger user')
    await expect(app.database.pool.query('delete from gift_vouchers')).rejects.toThrow()
  })

  test('frees no amount that is being paid or booked', async () => {
    const { code } = await aVoucher(200)
    const holdId = await aHold(app, angler.token, { date })
    await redeem(holdId, code)
    await pay(holdId, 500)
    await expect(
      app.database.pool.query(`update gift_voucher_uses set freed_at = now() where hold_id = '${holdId}'`),
    ).rejects.toThrow('stays as it was written')
  })
})

describe('for a trip', () => {
  const trip = { packageType: 'TROPHY' as const, numberOfGuests: 2 }
  const price = (trophyPackagePrice: number) =>
    app.call(setTrophyPackagePrice, { token: admin, body: { trophyPackagePrice } })
  // These tests take their own dates.
  beforeEach(() => dates.unshift(date))
  afterEach(() => price(2500))

  /** A Trophy trip for two, bought at $2,500.00 an angler. */
  async function aTrip() {
    const { body } = await buy({ trip, amount: 5000 })
    return body.code!
  }
  async function book(
    code: string,
    { guests = 2, ...more }: { guests?: number; riders?: number; packageType?: 'STANDARD' } = {},
  ) {
    const on = dates.shift()!
    const holdId = await aHold(app, angler.token, { date: on, guests })
    const { body } = await redeem(holdId, code)
    const payment = aPayment(holdId, '', { date: on, guests, amount: 0 })
    payment.paymentData.paymentToken = null
    payment.bookingData = { ...payment.bookingData, ...more }
    const booked = await app.answer(payForBooking, { token: angler.token, body: payment, ip: networkAddress() })
    expect(booked.status).toBe(201)
    return { covered: body.covered, ...booked.body.booking }
  }
  const refund = (id: number, amount?: string) =>
    app.answer(refundBooking, {
      token: admin,
      params: { id },
      query: { description: 'Rain', ...(amount && { amount }) },
    })

  test('it covers the whole trip at whatever its price is then, and riders are extra', async () => {
    const code = await aTrip()
    await price(3000)
    const booked = await book(code, { riders: 1 })
    expect(booked).toMatchObject({ totalAmount: 6150, paidAmount: 6000, pendingAmount: 150 })
    expect(await leftOn(code)).toBe(0)
  })

  test('the confirmation of a trip that it paid whole asks for no balance and speaks of no deposit', async () => {
    await book(await aTrip())
    const whole = (await readMails(app, 'ada@example.com', 'booking-confirmed')).at(-1)!.text
    expect(whole).toContain('Paid: $5,000.00, by gift')
    expect(whole).toContain('Move your booking up to 2 days before the trip')
    expect(whole).toContain('Balance: Nothing left to pay')
    expect(whole).toContain("$700.00 of your gift isn't refundable.")
    expect(whole).not.toMatch(/Pay the balance|[Dd]eposit/)

    await book(await aTrip(), { riders: 1 })
    const part = (await readMails(app, 'ada@example.com', 'booking-confirmed')).at(-1)!.text
    expect(part).toContain('Balance: $150.00')
    expect(part).toContain("$700.00 of your gift isn't refundable.")
  })

  test('a cancellation that gives it all back is told in one email, with the receipts', async () => {
    const { id, selectedDate } = await book(await aTrip())
    const refunds = async () => (await readMails(app, 'ada@example.com', 'refund-made')).length
    const before = await refunds()
    await app.call(patchBookingStatus, { token: admin, params: { id }, body: { status: 'CANCELLED', refund: true } })
    const told = (await readMails(app, 'ada@example.com', 'booking-cancelled')).at(-1)!
    expect(told.text).toContain('$5,000.00 is back on your gift, and its code works again.')
    expect(told.text).toContain('Receipts: ')
    const sent = (await readMails(app, 'ada@example.com', 'refund-made')).slice(before)
    expect(sent.filter(({ status }) => status !== 'no longer needed')).toEqual([])
    dates.unshift(selectedDate)
  })

  test('whoever cancels a trip that it paid whole reads what of the gift can go back, and of no deposit', async () => {
    const { id } = await book(await aTrip())
    await app.call(cancelBooking, { token: angler.token, params: { id } })
    const canceled = (await readMails(app, 'ada@example.com', 'booking-cancelled')).at(-1)!.text
    expect(canceled).toContain(
      "$700.00 of your gift isn't refundable. You can ask for a refund of the other $4,300.00.",
    )
    expect(canceled).not.toMatch(/[Dd]eposit/)
  })

  test('if the trip costs less than was paid, the difference stays on it in dollars', async () => {
    const code = await aTrip()
    await price(2000)
    expect(await book(code)).toMatchObject({ covered: 4000, totalAmount: 4000, pendingAmount: 0 })
    expect(await leftOn(code)).toBe(1000)
    await price(3000)
    expect((await book(code, { guests: 1 })).covered, 'dollars now').toBe(1000)
  })

  test('it pays for its own anglers of a larger group, and for another package at the lower price', async () => {
    const larger = await book(await aTrip(), { guests: 3 })
    expect(larger).toMatchObject({ totalAmount: 7500, paidAmount: 5000, pendingAmount: 2500 })
    const code = await aTrip()
    expect(await book(code, { packageType: 'STANDARD' })).toMatchObject({ totalAmount: 3000, pendingAmount: 0 })
    expect(await leftOn(code)).toBe(2000)
  })

  test('a full refund makes it the same trip again', async () => {
    const code = await aTrip()
    await price(3000)
    const { id } = await book(code)
    expect(await refund(id)).toMatchObject({ status: 200 })
    expect(await leftOn(code)).toBe(5000)
    await price(3500)
    expect(await book(code)).toMatchObject({ totalAmount: 7000, pendingAmount: 0 })
  })

  test('a partial refund gives dollars, at most what was paid', async () => {
    const code = await aTrip()
    await price(3000)
    const { id } = await book(code)
    expect((await refund(id, '5500')).body).toMatchObject({
      message: "The gift voucher's trip goes back whole, $6,000.00, or in part up to $5,000.00.",
    })
    expect(await refund(id, '4000')).toMatchObject({ status: 200 })
    expect(await leftOn(code)).toBe(4000)
    expect((await refund(id, '1500')).body).toMatchObject({
      message: "The gift voucher's trip goes back whole, $2,000.00, or in part up to $1,000.00.",
    })
    expect((await book(code, { guests: 1 })).covered, 'dollars now').toBe(3000)
    const more = `with told as (select set_config('app.now', '${app.clock.now().toISOString()}', true))
      insert into gift_voucher_uses (voucher_id, booking_id, cents, created_at)
      select (select max(id) from gift_vouchers), ${id}, -150000, now() from told`
    await expect(app.database.pool.query(more)).rejects.toMatchObject({ code: 'AR005' })
  })

  test('used on a balance it pays what is owed, and what its trip is worth above its price leaves no dollars', async () => {
    const code = await aTrip()
    await price(3000)
    const on = dates.shift()!
    const { bookingId } = await aBooking(app, { date: on, angler, guests: 2 })
    const use = { token: angler.token, params: { id: bookingId }, body: { code }, ip: networkAddress() }
    expect(await app.call(redeemOnBooking, use)).toMatchObject({ paid: 5300, left: 0, booking: { pendingAmount: 0 } })
  })

  /** What stands of the latest voucher's uses, by booking, and what the use that turned its trip into money made it worth there. */
  async function spentOn() {
    const { rows } = await app.database.pool.query<{ booking: number; cents: number; worth: number | null }>(
      `select coalesce(u.booking_id, h.booking_id) as booking, u.cents, u.worth_cents as worth
       from gift_voucher_uses u left join holds h on h.id = u.hold_id
       where u.freed_at is null and u.voucher_id = (select max(id) from gift_vouchers) order by u.id`,
    )
    const spent = new Map<number, { cents: number; worth: number }>()
    for (const { booking, cents, worth } of rows) {
      const before = spent.get(booking) ?? { cents: 0, worth: 0 }
      const after = before.cents + cents
      spent.set(booking, { cents: after, worth: after === 0 ? 0 : (worth ?? before.worth) })
    }
    return spent
  }
  /** Of that, the dollars that were paid for: what its trip is worth above them is not. */
  async function spentDollars(): Promise<number> {
    const of = [...(await spentOn()).values()].map(({ cents, worth }) => cents - Math.max(0, worth - 5000_00))
    for (const cents of of) expect(cents).toBeGreaterThanOrEqual(0)
    return of.reduce((sum, cents) => sum + cents, 0) / 100
  }

  test('after any order of prices, uses and refunds, what is left and what is spent are the dollars that were paid', async () => {
    for (let seed = 0; seed < inProof(40, 6); seed++) {
      const random = seededRandom(seed + TEST_SEED)
      // Their sessions end as the clock moves.
      ;[admin, angler] = [await anAdmin(app), await anAngler(app)]
      await price(2500)
      const code = await aTrip()
      await price(random.between(8, 14) * 250)
      const booked: { id: number; token: string }[] = []
      const steps = [
        () => price(random.between(8, 14) * 250),
        async () => {
          if (booked.length === 2) return
          const [on, guests] = [random.pick(openDates().slice(0, 40)), random.between(1, 3)]
          const one = await anAngler(app)
          const spots = await app.answer(createHold, {
            token: one.token,
            body: { selectedDate: on, numberOfGuests: guests },
          })
          const { holdId } = spots.body as { holdId?: string }
          if (!holdId) return
          const { status, body } = await redeem(holdId, code, one.token)
          const amount = Math.max(0, 350 * guests - (status === 200 ? body.covered : 0))
          const payment = aPayment(holdId, await app.simulator.cardToken(), { date: on, guests, amount })
          const paid = await app.answer(payForBooking, { token: one.token, body: payment, ip: networkAddress() })
          expect(paid.status, `seed ${seed}`).toBe(201)
          booked.push({ id: paid.body.booking.id, token: one.token })
        },
        async () => {
          if (booked.length === 0) return
          const [{ id, token }, ip] = [random.pick(booked), networkAddress()]
          await app.answer(redeemOnBooking, { token, params: { id }, body: { code }, ip })
        },
        async () => {
          if (booked.length === 0) return
          const [{ id }, numberOfGuests] = [random.pick(booked), random.between(1, 3)]
          await app.answer(correctBooking, { token: admin, params: { id }, body: { numberOfGuests } })
        },
        async () => {
          if (booked.length === 0) return
          const { id } = random.pick(booked)
          const all = ((await spentOn()).get(id)?.cents ?? 0) / 100 || 50
          await refundOwed(id, String(random.pick([all, all, all, 50, 900, 2500])))
        },
      ]
      for (let step = 0; step < 30; step++) {
        await random.pick(booked.length < 2 ? steps : steps.slice(2))()
        const left = await leftOn(code)
        expect(left, `seed ${seed}, step ${step}`).toBeGreaterThanOrEqual(0)
        expect(left + (await spentDollars()), `seed ${seed}, step ${step}`).toBe(5000)
      }
      for (const { id } of booked)
        await app.call(patchBookingStatus, { token: admin, params: { id }, body: { status: 'CANCELLED' } })
    }
  })

  /** A booking for two with its deposits of $350.00 by card, and how the voucher pays what it owes. */
  async function byCard(code: string) {
    const { bookingId: id } = await aBooking(app, { date: dates.shift()!, angler, guests: 2 })
    const body = { code }
    const use = () => app.call(redeemOnBooking, { token: angler.token, params: { id }, body, ip: networkAddress() })
    return { id, use }
  }
  /** A refund after which the guest owes it again. */
  const refundOwed = async (id: number, amount: string) => {
    const query = { amount, stillOwes: 'true' as const, description: 'Rain' }
    app.clock.advance({ minutes: 3 })
    return app.answer(refundBooking, { token: admin, params: { id }, query })
  }

  test('what it was worth before all of it went back counts no more, whoever uses it next', async () => {
    const code = await aTrip()
    await price(3000)
    const [first, next] = [await byCard(code), await byCard(code)]
    expect(await first.use()).toMatchObject({ paid: 5300, left: 0 })
    expect((await refundOwed(first.id, '5300')).status).toBe(200)
    await app.call(correctBooking, { token: admin, params: { id: next.id }, body: { numberOfGuests: 1 } })
    expect(await next.use(), 'another booking has the trip').toMatchObject({ paid: 2300, left: 2700 })
    expect(await first.use(), 'dollars on the first').toMatchObject({ paid: 2700, left: 0 })
    expect(await leftOn(code)).toBe(0)

    await price(2500)
    const again = await aTrip()
    await price(3000)
    const same = await byCard(again)
    await same.use()
    await refundOwed(same.id, '5300')
    await app.call(correctBooking, { token: admin, params: { id: same.id }, body: { numberOfGuests: 1 } })
    expect(await same.use(), 'the same booking').toMatchObject({ paid: 2300, left: 2700 })
    expect(await leftOn(again)).toBe(2700)
  })

  test('used again where all of it went back, a part goes back as the first time', async () => {
    const code = await aTrip()
    await price(3000)
    const { id, use } = await byCard(code)
    await use()
    await refundOwed(id, '5300')
    expect(await use()).toMatchObject({ paid: 5300 })
    expect(await refundOwed(id, '1000')).toMatchObject({ status: 200 })
    expect(await leftOn(code)).toBe(1000)
  })

  /** The same trip again, with $2,500.00 of it in dollars on another booking; and the booking that then has the trip for $4,500.00. */
  async function aTripAfterDollars() {
    const code = await aTrip()
    const first = await book(code, { guests: 1 })
    expect((await book(code, { guests: 1 })).covered).toBe(2500)
    expect((await refund(first.id)).status).toBe(200)
    expect(await leftOn(code)).toBe(2500)
    await price(3500)
    const { id, covered } = await book(code)
    expect(covered).toBe(4500)
    return { code, id }
  }

  test('with a part spent elsewhere before it was a trip again, at most the rest of what was paid goes back in part', async () => {
    const { code, id } = await aTripAfterDollars()
    const row = (
      cents: number,
    ) => `with told as (select set_config('app.now', '${app.clock.now().toISOString()}', true))
      insert into gift_voucher_uses (voucher_id, booking_id, cents, created_at)
      select (select max(id) from gift_vouchers), ${id}, ${cents}, app_now() from told`
    await expect(app.database.pool.query(row(-2500_01))).rejects.toMatchObject({ code: 'AR005' })
    expect((await refund(id, '4499')).body).toMatchObject({
      message: "The gift voucher's trip goes back whole, $4,500.00, or in part up to $2,500.00.",
    })
    expect(await refund(id, '2500')).toMatchObject({ status: 200 })
    expect(await leftOn(code)).toBe(2500)
  })

  test('a void one is replaced by no more than is not spent elsewhere, and by the trip only if all that was paid is back', async () => {
    const renewed = async (id: number, amount?: string) => {
      const query = { description: 'Rain', renewVouchers: 'true' as const, ...(amount && { amount }) }
      app.clock.advance({ minutes: 3 })
      expect(await app.answer(refundBooking, { token: admin, params: { id }, query })).toMatchObject({ status: 200 })
      const [fresh] = (await app.call(listGiftVouchers, { token: admin, query: { status: 'GOOD' } })).content
      return fresh!
    }
    const end = async (code: string) => {
      const { id } = (await app.call(listGiftVouchers, { token: admin, query: { q: code } })).content[0]!
      await app.call(voidGiftVoucher, { token: admin, params: { id }, body: { reason: 'Lost' } })
      return id
    }
    const spent = await aTripAfterDollars()
    const old = await end(spent.code)
    const fresh = await renewed(spent.id)
    expect(fresh).toMatchObject({ worth: 2500, left: 2500, trip: null })
    expect(fresh.id).toBeGreaterThan(old)
    const logged = (await listChain(app.database.db)).find(
      ({ action, subject_id }) => action === 'gift-voucher.replaced' && subject_id === String(fresh.id),
    )
    const { rows } = await app.database.pool.query('select after_value from audit_values where entry_id = $1', [
      logged!.id,
    ])
    expect(rows[0].after_value).toMatchObject({ amount: '$2,500.00' })

    await price(2500)
    const whole = await aTrip()
    await price(3000)
    const booked = await book(whole)
    await end(whole)
    expect(await renewed(booked.id), 'all of it').toMatchObject({ worth: 5000, left: 5000, trip })

    await price(2500)
    const parts = await aTrip()
    await price(3000)
    const { id } = await book(parts)
    await end(parts)
    const first = await renewed(id, '4000')
    expect(first).toMatchObject({ worth: 4000, trip: null })
    const second = await renewed(id)
    expect(second).toMatchObject({ worth: 1000, trip: null })
    expect(second.id).toBeGreaterThan(first.id)
  })

  test('of an amount that it can take back neither whole nor all in part, the cards take the rest', async () => {
    const code = await aTrip()
    await price(3000)
    const { id, use } = await byCard(code)
    await use()
    expect((await refund(id, '5200')).body).toMatchObject({ success: true, message: '$5,200.00 was refunded.' })
    expect(await leftOn(code)).toBe(5000)
    const { charges } = await app.simulator.ledger()
    expect(charges.at(-1)).toMatchObject({ capturedCents: 700_00, refundedCents: 200_00 })
  })

  test('a guest who cancels is told to ask for no more of a trip than can go back in part', async () => {
    const guest = await anAngler(app)
    const code = await aTrip()
    await price(3000)
    const on = dates.shift()!
    const holdId = await aHold(app, guest.token, { date: on, guests: 2 })
    await redeem(holdId, code, guest.token)
    const payment = aPayment(holdId, '', { date: on, guests: 2, amount: 0 })
    payment.paymentData.paymentToken = null
    payment.bookingData.email = guest.email
    const { booking } = await app.call(payForBooking, { token: guest.token, body: payment, ip: networkAddress() })
    expect(booking).toMatchObject({ refundableAmount: 6000, surplusAmount: 1000 })
    await app.call(cancelBooking, { token: guest.token, params: { id: booking.id } })
    const [mail] = await readMails(app, guest.email, 'booking-cancelled')
    expect(mail!.text).toContain('You can ask for a refund of $5,000.00 of it.')
    expect(await refund(booking.id, '5300')).toMatchObject({ status: 409 })
    expect(await refund(booking.id, '5000')).toMatchObject({ status: 200 })
    expect(await app.call(getBooking, { token: guest.token, params: { id: booking.id } })).toMatchObject({
      refundableAmount: 1000,
      surplusAmount: 1000,
    })
  })

  test('a guest who asks for the rest of a canceled trip gets what can go back in part; so does one whose office has a limit', async () => {
    const aCanceledTrip = async () => {
      const code = await aTrip()
      await price(3000)
      const { id } = await book(code)
      await price(2500)
      return { code, id }
    }
    const { code, id } = await aCanceledTrip()
    await app.call(patchBookingStatus, { token: admin, params: { id }, body: { status: 'CANCELLED' } })
    const body = { amount: 5300, description: 'I broke my leg' }
    await app.call(requestRefund, { token: angler.token, params: { id }, body })
    const [request] = await app.call(listRefundRequests, { token: admin })
    const approved = await app.answer(approveRefundRequest, { token: admin, params: { id: request!.id }, query: {} })
    expect(approved).toMatchObject({ status: 200, body: { success: true, message: '$5,000.00 was refunded.' } })
    expect(await leftOn(code)).toBe(5000)

    const limited = await aCanceledTrip()
    await app.database.pool.query('update office_limits set refund_cents = 550000')
    const { token } = await aColleague(app, 'OFFICE')
    const cancel = { token, params: { id: limited.id }, body: { status: 'CANCELLED' as const, refund: true } }
    expect(await app.answer(patchBookingStatus, cancel)).toMatchObject({ status: 200, body: { status: 'CANCELLED' } })
    expect(await leftOn(limited.code)).toBe(5000)
  })

  test('of two that use it at once, one has the trip', async () => {
    const code = await aTrip()
    await price(3000)
    const anglers = await Promise.all([anAngler(app), anAngler(app)])
    const holds = await Promise.all(anglers.map((one) => aHold(app, one.token, { date: dates.shift()!, guests: 2 })))
    const replies = await Promise.all(holds.map((holdId, index) => redeem(holdId, code, anglers[index]!.token)))
    expect(replies.map(({ status, body }) => (status === 200 ? body.covered : 0)).sort()).toEqual([0, 6000])
  })
})
