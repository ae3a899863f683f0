import { correctBooking, getAdminBooking, patchBookingStatus } from '@arcadia/contract/admin/bookings'
import { enterPhoneBooking } from '@arcadia/contract/admin/phone-bookings'
import { makePayLink } from '@arcadia/contract/balance-links'
import { TERMS_VERSION } from '@arcadia/contract/booking-data'
import { redeemOnBooking, redeemOnLink, takeOffHold } from '@arcadia/contract/gift-vouchers'
import { getCurrentHold } from '@arcadia/contract/holds'
import { payForBooking } from '@arcadia/contract/payments'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import {
  type Angler,
  aHold,
  anAdmin,
  anAngler,
  aPayment,
  networkAddress,
  openDates,
  PAST_THE_HOLD,
} from '../../testing/builders.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { expectVouchersWhole, vouchersOf } from '../../testing/vouchers-of.ts'

// What a gift voucher pays, of a new booking and of one that stands.

const OWNER = 'owner@example.com'

let app: TestApp
let angler: Angler
let admin: string
let date: string
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp({ settings: { BUSINESS_EMAIL: OWNER } })
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

const { aVoucher, leftOn, redeem, pay, booking, history } = vouchersOf(() => ({ app, angler, admin, date }))

describe('redeemed on a hold', () => {
  test('it pays part of the deposit and the card the rest; what is left stays on it', async () => {
    const { code } = await aVoucher(200)
    const holdId = await aHold(app, angler.token, { date })
    expect(await redeem(holdId, code.toLowerCase().replaceAll('-', ' '))).toMatchObject({
      body: { covered: 200, left: 0 },
    })
    expect(await redeem(holdId, code)).toMatchObject({ status: 200, body: { covered: 200, left: 0 } })
    const { hold } = await app.call(getCurrentHold, { token: angler.token })
    expect(hold, 'another tab goes on with it').toMatchObject({ covered: 200, giftCode: code })
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
    const other = await anAngler(app)
    const early = await aHold(app, other.token, { date })
    expect((await redeem(early, second.code, other.token)).body).toMatchObject({
      error: 'voucher-not-good',
      message: expect.stringMatching(
        /^This gift is set aside for a booking being made until \d+:\d\d [AP]M Eastern\.$/,
      ),
    })
    app.clock.advance(PAST_THE_HOLD)
    expect(await leftOn(second.code)).toBe(400)
    expect(await redeem(holdId, second.code)).toMatchObject({ status: 409, body: { error: 'hold-expired' } })
    const again = await aHold(app, other.token, { date })
    expect(await redeem(again, second.code, other.token)).toMatchObject({ body: { covered: 400 } })
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
