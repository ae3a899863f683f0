import { correctBooking, makeDisputePack } from '@arcadia/contract/admin/bookings'
import { setTrophyPackagePrice } from '@arcadia/contract/admin/configuration'
import { getDashboardOverview, getDaySheet, getSeasonFill } from '@arcadia/contract/admin/dashboard'
import { recordManualPayment } from '@arcadia/contract/admin/manual-payments'
import { enterPhoneBooking } from '@arcadia/contract/admin/phone-bookings'
import { getAvailability } from '@arcadia/contract/availability'
import {
  cancelBooking,
  changeRidersAndTackle,
  getBooking,
  getTripCalendar,
  listBookingEvents,
} from '@arcadia/contract/bookings'
import { changeBusinessFacts } from '@arcadia/contract/business'
import { getCurrentHold } from '@arcadia/contract/holds'
import { downloadMyData } from '@arcadia/contract/my-data'
import { payBalance, payForBooking } from '@arcadia/contract/payments'
import { refundBooking } from '@arcadia/contract/refunds'
import type { WireInput } from '@arcadia/contract/testing/wire-client'
import { daysBetween, venueDate } from '@arcadia/contract/trip-date'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import { aBooking } from '../../testing/a-booking.ts'
import { aHold, anAdmin, anAngler, aPayment, networkAddress, openDates } from '../../testing/builders.ts'
import { checkBooks } from '../../testing/check-books.ts'
import { readMails } from '../../testing/read-mail.ts'
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp({ patience: { answerWithinMs: 4000, callMs: 8000 } })
  admin = await anAdmin(app)
})
afterAll(() => app.close())

const [soonest, ...dates] = openDates()
const nextDate = () => dates.shift()!

type Own = { token: string; bookingId: number }
type Change = WireInput<typeof changeRidersAndTackle>['body']
const change = ({ token, bookingId }: Own, body: Change) =>
  app.answer(changeRidersAndTackle, { token, params: { id: bookingId }, body })
const read = ({ token, bookingId }: Own) => app.call(getBooking, { token, params: { id: bookingId } })
const eventsOf = ({ token, bookingId }: Own) => app.call(listBookingEvents, { token, params: { id: bookingId } })
const correct = ({ bookingId }: Own, body: WireInput<typeof correctBooking>['body']) =>
  app.answer(correctBooking, { token: admin, params: { id: bookingId }, body })
const payByCard = async ({ token, bookingId }: Own, amount: number) =>
  app.answer(payBalance, {
    token,
    ip: networkAddress(),
    body: { bookingId, amount, currency: 'USD', paymentToken: await app.simulator.cardToken() },
  })

describe('a booking with riders', () => {
  test('costs $150 more per rider, without spots or deposit for them', async () => {
    const date = nextDate()
    const before = await app.call(getDashboardOverview, { token: admin })
    const own = await aBooking(app, { date, guests: 2, riders: 2, tackle: 'FLY' })
    expect(await read(own)).toMatchObject({
      numberOfGuests: 2,
      riders: 2,
      riderPrice: 150,
      tackle: 'FLY',
      totalAmount: 5300,
      depositAmount: 700,
      paidAmount: 700,
      pendingAmount: 4600,
    })
    expect((await app.call(getAvailability, { params: { date } })).availableSpots).toBe(2)
    const after = await app.call(getDashboardOverview, { token: admin })
    expect(after.money.due - before.money.due).toBe(4600)
    const season = await app.call(getSeasonFill, { token: admin })
    expect(season.days.find((day) => day.date === date)).toMatchObject({ anglers: 2, value: 5300 })
  })

  test('shows them in email, calendar, day sheet, dispute pack and data download', async () => {
    const date = nextDate()
    const own = await aBooking(app, { date, guests: 2, riders: 1, tackle: 'CONVENTIONAL' })
    const mail = (await readMails(app, 'ada@example.com', 'booking-confirmed')).at(-1)!
    for (const line of ['Group: 2 anglers, 1 rider', 'Tackle: Conventional', 'Total: $5,150.00', 'Balance: $4,450.00'])
      expect(mail.text).toContain(line)
    expect(mail.attachments![0]!.content).toContain('2 anglers\\, 1 rider')
    const params = { id: own.bookingId }
    const file = await app.call(getTripCalendar, { token: own.token, params })
    expect(file).toContain('2 anglers\\, 1 rider')
    const sheet = await app.call(getDaySheet, { token: admin, params: { date } })
    expect(sheet.parties).toMatchObject([{ riders: 1, tackle: 'CONVENTIONAL', pendingAmount: 4450 }])
    const pack = await app.call(makeDisputePack, { token: admin, params })
    for (const line of ['1, $150.00 each', 'Conventional', '$5,150.00']) expect(pack).toContain(line)
    const data = await app.call(downloadMyData, { token: own.token })
    expect(data.bookings).toMatchObject([{ riders: 1, tackle: 'CONVENTIONAL', totalAmount: 5150 }])
  })

  test('from an older client has none, and its tackle is decided later', async () => {
    const own = await aBooking(app, { date: nextDate() })
    expect(await read(own)).toMatchObject({ riders: 0, tackle: 'DECIDE_LATER', totalAmount: 2500 })
    const mail = (await readMails(app, 'ada@example.com', 'booking-confirmed')).at(-1)!
    expect(mail.text).not.toMatch(/rider|Tackle:/)
  })

  test('is refused for invalid riders or tackle, in every call', async () => {
    const date = nextDate()
    const angler = await anAngler(app)
    const holdId = await aHold(app, angler.token, { date, guests: 1 })
    const own = await aBooking(app, { date: nextDate() })
    const wrong = [
      ...[3, -1, 1.5, '2', null].map((riders) => ({ riders }) as Change),
      ...['NET', 'fly', 1, null].map((tackle) => ({ tackle }) as Change),
    ]
    for (const body of wrong) {
      const [name] = Object.keys(body)
      const payment = aPayment(holdId, 'unused', { date, guests: 1 })
      Object.assign(payment.bookingData, body)
      const paid = await app.answer(payForBooking, { token: angler.token, body: payment })
      expect(paid).toMatchObject({ status: 400, body: { details: [{ path: `bookingData.${name}` }] } })
      const phone = { ...aPayment('', '', { date, guests: 1 }).bookingData, ...body }
      for (const reply of [
        await change(own, body),
        await correct(own, body),
        await app.answer(enterPhoneBooking, { token: admin, body: phone }),
      ])
        expect(reply).toMatchObject({ status: 400, body: { error: 'invalid-input', details: [{ path: name }] } })
    }
    const { pool } = app.database
    await expect(pool.query('update bookings set riders = 3 where id = $1', [own.bookingId])).rejects.toThrow()
    expect(await read(own)).toMatchObject({ riders: 0, tackle: 'DECIDE_LATER' })
  })

  test('keeps the rider price its hold froze, through every change', async () => {
    const date = nextDate()
    const angler = await anAngler(app)
    const holdId = await aHold(app, angler.token, { date, guests: 1 })
    await inTransaction(app.database.db, app.clock, (tx) =>
      tx.updateTable('holds').set({ rider_price_cents: 120_00 }).where('id', '=', holdId).execute(),
    )
    const held = await app.call(getCurrentHold, { token: angler.token })
    expect(held.hold).toMatchObject({ riderPrice: 120, trophyPackagePrice: 2500 })
    const own = await aBookingOf(angler, holdId, date, { riders: 1 })
    expect(await read(own)).toMatchObject({ riderPrice: 120, totalAmount: 2620 })
    await app.call(setTrophyPackagePrice, { token: admin, body: { trophyPackagePrice: 9000 } })
    expect(await change(own, { riders: 2 })).toMatchObject({ status: 200, body: { totalAmount: 2740 } })
    expect(await correct(own, { riders: 0 })).toMatchObject({ status: 200, body: { totalAmount: 2500 } })
    await app.call(setTrophyPackagePrice, { token: admin, body: { trophyPackagePrice: 2500 } })
  })

  test('is not booked again with other riders; the error says the right number', async () => {
    const date = nextDate()
    const angler = await anAngler(app)
    const holdId = await aHold(app, angler.token, { date, guests: 1 })
    const own = await aBookingOf(angler, holdId, date, { riders: 1 })
    const again = aPayment(holdId, await app.simulator.cardToken(), { date, guests: 1 })
    const send = (riders: number) =>
      app.answer(payForBooking, {
        token: angler.token,
        body: { ...again, bookingData: { ...again.bookingData, riders } },
        ip: networkAddress(),
      })
    again.paymentData.amount = 350
    expect(await send(2)).toMatchObject({
      status: 409,
      body: { error: 'payment-differs', message: 'This booking has 1 rider.' },
    })
    expect(await send(1)).toMatchObject({ status: 200, body: { booking: { id: own.bookingId, riders: 1 } } })
  })

  test('keeps them after a payment with an unknown outcome', async () => {
    const date = nextDate()
    const angler = await anAngler(app)
    const holdId = await aHold(app, angler.token, { date, guests: 1 })
    await app.simulator.fault({ operation: 'charge', fault: 'lost-answer', times: 1 })
    const own = await aBookingOf(angler, holdId, date, { riders: 2, tackle: 'FLY' })
    expect(await read(own)).toMatchObject({ status: 'PENDING', riders: 2, tackle: 'FLY', totalAmount: 2800 })
    expect(await change(own, { riders: 0 })).toMatchObject({
      status: 409,
      body: { error: 'not-changeable', message: "This booking isn't confirmed yet." },
    })
    await eventually(async () => {
      app.clock.advance({ seconds: 31 })
      await app.app.runJobs()
      return (await read(own)).status === 'CONFIRMED'
    })
    expect(await read(own)).toMatchObject({ riders: 2, tackle: 'FLY', pendingAmount: 2450 })
  })
})

async function aBookingOf(
  angler: { token: string },
  holdId: string,
  date: string,
  chosen: Partial<WireInput<typeof payForBooking>['body']['bookingData']>,
) {
  const body = aPayment(holdId, await app.simulator.cardToken(), { date, guests: 1 })
  Object.assign(body.bookingData, chosen)
  const { booking } = await app.call(payForBooking, { token: angler.token, body, ip: networkAddress() })
  return { token: angler.token, bookingId: booking.id }
}

describe('a customer', () => {
  test('adds riders and chooses tackle: balance, history and email follow', async () => {
    const own = await aBooking(app, { date: nextDate(), guests: 2 })
    const before = await app.call(getTripCalendar, { token: own.token, params: { id: own.bookingId } })
    expect(await change(own, { riders: 2, tackle: 'FLY' })).toMatchObject({
      status: 200,
      body: { riders: 2, tackle: 'FLY', totalAmount: 5300, depositAmount: 700, paidAmount: 700, pendingAmount: 4600 },
    })
    expect((await eventsOf(own)).at(-1)).toMatchObject({
      kind: 'changed',
      description: 'Changed: riders from 0 to 2, fly tackle. The total is $5,300.00.',
    })
    const mail = (await readMails(app, 'ada@example.com', 'booking-corrected')).at(-1)!
    for (const line of ['Group: 2 anglers, 2 riders', 'Tackle: Fly', 'Balance: $4,600.00'])
      expect(mail.text).toContain(line)
    const after = await app.call(getTripCalendar, { token: own.token, params: { id: own.bookingId } })
    const sequenceIn = (file: string) => Number(/SEQUENCE:(\d+)/.exec(file)![1])
    expect(sequenceIn(after)).toBeGreaterThan(sequenceIn(before))
    expect(after).toContain('2 anglers\\, 2 riders')

    expect(await change(own, { riders: 1 })).toMatchObject({ body: { riders: 1, tackle: 'FLY', pendingAmount: 4450 } })
    expect(await change(own, { tackle: 'DECIDE_LATER' })).toMatchObject({ body: { riders: 1, pendingAmount: 4450 } })
    expect((await eventsOf(own)).at(-1)).toMatchObject({ description: 'Changed: tackle to be decided.' })
  })

  test('who repeats a change changes nothing and gets no second email', async () => {
    const own = await aBooking(app, { date: nextDate() })
    await change(own, { riders: 1 })
    const count = async () => [
      (await eventsOf(own)).length,
      (await readMails(app, 'ada@example.com', 'booking-corrected')).length,
    ]
    const counted = await count()
    for (const body of [{ riders: 1 }, { riders: 1, tackle: 'DECIDE_LATER' as const }, {}])
      expect(await change(own, body)).toMatchObject({ status: 200, body: { totalAmount: 2650 } })
    expect(await count()).toEqual(counted)
  })

  test('pays for them with the balance, and no more', async () => {
    const own = await aBooking(app, { date: nextDate(), riders: 1 })
    await change(own, { riders: 2 })
    const byHand = (amount: number) =>
      app.answer(recordManualPayment, {
        token: admin,
        params: { id: own.bookingId },
        body: { amount, method: 'CASH' },
      })
    expect(await byHand(2450.01)).toMatchObject({ status: 409, body: { message: 'Only $2,450.00 is owed.' } })
    expect(await byHand(450)).toMatchObject({ status: 201, body: { pendingAmount: 2000 } })
    expect(await payByCard(own, 2000.01)).toMatchObject({ status: 409, body: { error: 'more-than-owed' } })
    expect((await payByCard(own, 2000)).status).toBe(201)
    expect(await read(own)).toMatchObject({ totalAmount: 2800, paidAmount: 2800, pendingAmount: 0 })
    expect((await checkBooks(app, admin)).balanced).toBe(true)
  })

  test('cannot remove paid riders or add riders after a refund; the owner can', async () => {
    const own = await aBooking(app, { date: nextDate(), riders: 1 })
    await payByCard(own, 2300)
    expect(await change(own, { riders: 0 })).toMatchObject({
      status: 409,
      body: {
        error: 'total-below-paid',
        message: expect.stringMatching(
          /^You've paid \$2,650\.00, and the trip would cost \$2,500\.00\. Please call us at .+ We'll sort out the difference\.$/,
        ),
      },
    })
    expect(await read(own)).toMatchObject({ riders: 1, totalAmount: 2650, pendingAmount: 0 })
    expect(await change(own, { tackle: 'FLY' })).toMatchObject({ status: 200 })
    expect(await change(own, { riders: 2 })).toMatchObject({ status: 200, body: { pendingAmount: 150 } })
    expect(await change(own, { riders: 1 })).toMatchObject({ status: 200, body: { pendingAmount: 0 } })

    expect(await correct(own, { riders: 0 })).toMatchObject({ status: 409, body: { error: 'total-below-paid' } })
    const corrected = await correct(own, { riders: 0, acceptsOverpayment: true })
    expect(corrected).toMatchObject({ status: 200, body: { totalAmount: 2500 } })
    const params = { id: own.bookingId }
    expect((await app.answer(refundBooking, { token: admin, params, query: { amount: 150 } })).status).toBe(200)
    expect(await change(own, { riders: 1 })).toMatchObject({
      status: 409,
      body: { error: 'not-changeable', message: expect.stringMatching(/^Part of this booking was refunded/) },
    })
    expect(await change(own, { tackle: 'CONVENTIONAL' })).toMatchObject({ status: 200 })
    expect((await checkBooks(app, admin)).balanced).toBe(true)
  })

  test('waits while a payment has no outcome', async () => {
    const own = await aBooking(app, { date: nextDate(), riders: 1 })
    await app.simulator.fault({ operation: 'charge', fault: 'lost-answer', times: 1 })
    expect((await payByCard(own, 2300)).status).toBe(202)
    for (const body of [{ riders: 0 }, { riders: 2 }, { tackle: 'FLY' as const }])
      expect(await change(own, body)).toMatchObject({ status: 409, body: { error: 'payment-in-progress' } })
    expect(await change(own, { riders: 1 })).toMatchObject({ status: 200 })
    await eventually(async () => {
      app.clock.advance({ seconds: 31 })
      await app.app.runJobs()
      return (await read(own)).pendingAmount === 0
    })
    expect((await change(own, { riders: 2 })).status).toBe(200)
  })

  test('can change them until the move deadline, and only on their own upcoming trip', async () => {
    const own = await aBooking(app, { date: soonest })
    const setDays = (moveDays: number | null) => app.call(changeBusinessFacts, { token: admin, body: { moveDays } })
    const ahead = daysBetween(venueDate(app.clock.now()), soonest!)
    await setDays(ahead)
    expect((await change(own, { riders: 1 })).status).toBe(200)
    await setDays(ahead + 1)
    expect(await change(own, { riders: 2 })).toMatchObject({
      status: 409,
      body: {
        error: 'not-changeable',
        message: `You can change riders and tackle up to ${ahead + 1} days before the trip. Please call us at (863) 555-0142.`,
      },
    })
    expect((await correct(own, { riders: 2 })).status).toBe(200)
    await setDays(null)

    const stranger = await anAngler(app)
    expect(await change({ ...own, token: stranger.token }, { riders: 2 })).toMatchObject({
      status: 404,
      body: { error: 'booking-not-found' },
    })
    await app.call(cancelBooking, { token: own.token, params: { id: own.bookingId } })
    expect(await change(own, { riders: 2 })).toMatchObject({
      status: 409,
      body: { error: 'not-changeable', message: 'This booking was canceled.' },
    })
  })

  test('on two devices at once: the last number wins, and the total matches it', async () => {
    const own = await aBooking(app, { date: nextDate() })
    for (let round = 0; round < 3; round++) {
      await change(own, { riders: 0 })
      const replies = await Promise.all([1, 2, 1, 2].map((riders) => change(own, { riders })))
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      const { riders, totalAmount } = await read(own)
      expect([1, 2]).toContain(riders)
      expect(totalAmount).toBe(2500 + 150 * riders)
      expect((await eventsOf(own)).at(-1)!.description).toContain(` to ${riders}.`)
    }
    // The owner corrects the package at the same time; neither overwrites the other.
    await Promise.all([change(own, { riders: 0, tackle: 'FLY' }), correct(own, { packageType: 'STANDARD' })])
    expect(await read(own)).toMatchObject({ riders: 0, tackle: 'FLY', packageType: 'STANDARD', totalAmount: 1500 })
  })

  test('who removes a rider while paying the balance never overpays', async () => {
    for (let round = 0; round < 3; round++) {
      const own = await aBooking(app, { date: nextDate(), riders: 1 })
      const [paid, changed] = await Promise.all([payByCard(own, 2300), change(own, { riders: 0 })])
      expect([paid.status, changed.status].filter((status) => status < 300)).toHaveLength(1)
      const { totalAmount, paidAmount } = await read(own)
      expect(paidAmount).toBeLessThanOrEqual(totalAmount)
    }
  })
})

describe('the owner', () => {
  test('enters them for a caller; the same key with another number is another booking', async () => {
    const date = nextDate()
    const enter = (riders: number | undefined) =>
      app.answer(enterPhoneBooking, {
        token: admin,
        headers: { 'idempotency-key': 'a-call-with-riders' },
        body: { ...aPayment('', '', { date, guests: 4 }).bookingData, riders, tackle: 'FLY', email: 'sue@example.com' },
      })
    const entered = await enter(2)
    expect(entered).toMatchObject({
      status: 201,
      body: { riders: 2, tackle: 'FLY', totalAmount: 10_300, depositAmount: 1400, pendingAmount: 10_300 },
    })
    expect((await app.call(getAvailability, { params: { date } })).availableSpots).toBe(0)
    expect(await enter(2)).toMatchObject({ status: 201, body: { id: entered.body.id } })
    expect(await enter(undefined)).toMatchObject({ status: 409, body: { error: 'key-reused' } })
  })

  test('can correct them on a full day, because they take no spot', async () => {
    const date = nextDate()
    const own = await aBooking(app, { date, guests: 4 })
    expect(await correct(own, { riders: 2, tackle: 'FLY' })).toMatchObject({
      status: 200,
      body: { riders: 2, tackle: 'FLY', totalAmount: 10_300, depositAmount: 1400 },
    })
    expect((await eventsOf(own)).at(-1)).toMatchObject({
      kind: 'corrected',
      description: 'Updated: riders from 0 to 2, fly tackle. The total is $10,300.00.',
    })
  })
})
