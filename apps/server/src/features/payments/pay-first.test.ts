import { getAvailability } from '@arcadia/contract/availability'
import { createHold, getCurrentHold } from '@arcadia/contract/holds'
import { payForBooking } from '@arcadia/contract/payments'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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
import { checkBooks } from '../../testing/check-books.ts'
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let angler: Angler
let date: string
const dates = openDates()

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.simulator.control('POST', '/reset')
  app.clock.advance({ minutes: 61 })
  angler = await anAngler(app)
  date = dates.shift()!
})

type Body = ReturnType<typeof aPayment>
const press = (body: Body, key: string | undefined = 'press-1', { token } = angler) => {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  return app.answer(payForBooking, { token, headers, body, ip: networkAddress() })
}
const aPress = async (guests = 2, card?: string) =>
  aPayment(undefined, await app.simulator.cardToken(card), { date, guests })
const current = () => app.call(getCurrentHold, { token: angler.token })
const claimed = async (day = date) => 4 - (await app.call(getAvailability, { params: { date: day } })).availableSpots
const charges = () => app.simulator.calls('charge')

describe('paying without a hold', () => {
  test('takes the spots with the payment, and books', async () => {
    const paid = await press(await aPress())
    expect(paid).toMatchObject({ status: 201, body: { booking: { status: 'CONFIRMED', paidAmount: 700 } } })
    expect(await claimed()).toBe(2)
    expect(await checkBooks(app, await anAdmin(app))).toMatchObject({ balanced: true, unresolved: 0 })
  })

  test('again with the same key returns the same answer, also at once, and charges once', async () => {
    const body = await aPress()
    const answers = await Promise.all([press(body), press(body), press(body)])
    const again = await press(body)
    expect(answers.map(({ status }) => status).every((status) => status === 201 || status === 200)).toBe(true)
    expect(again).toMatchObject({ status: 200, body: answers[0]!.body })
    expect(await charges()).toBe(1)
    expect(await claimed()).toBe(2)
    const other = await press({ ...body, bookingData: { ...body.bookingData, numberOfGuests: 1 } })
    expect(other).toMatchObject({ status: 409, body: { error: 'payment-differs' } })
  })

  test('needs a key', async () => {
    const answer = await app.answer(payForBooking, { token: angler.token, body: await aPress() })
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'invalid-input', details: [{ path: 'Idempotency-Key' }] },
    })
    expect(await charges()).toBe(0)
  })

  test('a key used for a hold is refused', async () => {
    const held = aPayment(await aHold(app, angler.token, { date }), await app.simulator.cardToken(), { date })
    expect((await press(held)).status).toBe(201)
    expect(await press(await aPress(1))).toMatchObject({ status: 409, body: { error: 'key-reused' } })
  })

  test.each([
    ['a decline', 'emulate=10401', undefined, 402, 'DECLINED'],
    ['an outage that provably charged nothing', undefined, 'too-many-requests', 503, 'FAILED'],
  ])('%s frees the spots at once, and its page learns why', async (_, card, fault, status, told) => {
    if (fault) await app.simulator.fault({ operation: 'charge', fault, times: 1 })
    const body = await aPress(4, card)
    const refused = await press(body)
    expect(refused.status).toBe(status)
    expect(await claimed()).toBe(0)
    expect(await current()).toMatchObject({ hold: null, booking: null, attempt: { status: told, key: 'press-1' } })
    expect(await press(body)).toMatchObject({ status, body: { message: refused.body.message } })
    expect((await press(await aPress(4), 'press-2')).status).toBe(201)
  })

  test('with an unknown outcome is a PENDING booking that keeps the spots, and is settled by itself', async () => {
    await app.simulator.fault({ operation: 'charge', fault: 'lost-request', times: 1 })
    const body = await aPress()
    expect(await press(body)).toMatchObject({ status: 202, body: { booking: { status: 'PENDING' } } })
    expect(await claimed()).toBe(2)
    expect(await current()).toMatchObject({ attempt: { status: 'PROCESSING', key: 'press-1' } })
    await eventually(async () => {
      app.clock.advance({ seconds: 31 })
      await app.app.runJobs()
      return (await current()).attempt?.status === 'CONFIRMED'
    })
    expect((await press(body)).status).toBe(200)
  })

  test('in flight, keeps its spots and is found after a reload', async () => {
    await app.simulator.fault({ operation: 'charge', fault: 'slow-after', delayMs: 600_000 })
    const paying = press(await aPress(4))
    await eventually(async () => (await charges()) === 1)
    app.clock.advance(PAST_THE_HOLD)
    expect(await current()).toMatchObject({ hold: { selectedDate: date }, attempt: { status: 'PROCESSING' } })
    const other = await anAngler(app)
    expect(await press(await aPress(1), 'press-1', other)).toMatchObject({
      status: 409,
      body: { error: 'not-enough-spots' },
    })
    expect(await press(await aPress(1), 'press-2')).toMatchObject({
      status: 409,
      body: { error: 'payment-in-progress' },
    })
    await app.simulator.endFaults()
    expect((await paying).status).toBe(201)
  })

  test('charges today’s deposit: another amount is refused with the right one, and nothing is held', async () => {
    const body = await aPress()
    const refused = await press({ ...body, paymentData: { ...body.paymentData, amount: 1 } })
    expect(refused).toMatchObject({
      status: 409,
      body: { error: 'payment-differs', details: [{ path: 'paymentData.amount', message: 'The deposit is $700.00.' }] },
    })
    expect([await claimed(), await charges()]).toEqual([0, 0])
  })

  test.each([
    ['2027-05-19', 'date-not-bookable'],
    ['2027-10-01', 'date-not-bookable'],
  ])('is refused on a date that can’t be booked: %s', async (selectedDate, error) => {
    const body = await aPress()
    const refused = await press({ ...body, bookingData: { ...body.bookingData, selectedDate } })
    expect(refused).toMatchObject({ status: 409, body: { error } })
  })

  test('gives up the earlier hold if it takes the spots, and keeps it if not', async () => {
    const earlier = dates.shift()!
    await aHold(app, angler.token, { date: earlier, guests: 4 })
    const body = await aPress()
    expect((await press({ ...body, paymentData: { ...body.paymentData, amount: 1 } })).status).toBe(409)
    expect(await claimed(earlier)).toBe(4)
    expect((await press(body, 'press-2')).status).toBe(201)
    expect(await claimed(earlier)).toBe(0)
  })

  test('books at once when nothing is due, and its page finds the booking by the key', async () => {
    await app.database.pool.query('update booking_config set deposit_per_guest_cents = 0')
    const body = aPayment(undefined, 'none', { date, amount: 0 })
    const paid = await press(body)
    expect(paid.status).toBe(201)
    expect(await press(body)).toMatchObject({ status: 200, body: { booking: { id: paid.body.booking.id } } })
    expect(await current()).toMatchObject({
      booking: { id: paid.body.booking.id },
      attempt: { status: 'CONFIRMED', key: 'press-1' },
    })
    await app.database.pool.query('update booking_config set deposit_per_guest_cents = 35000')
  })

  test('counts toward no limit on unpaid claims, not even when it is declined', async () => {
    const ip = '198.51.100.7'
    for (let tries = 0; tries < 2; tries++) {
      const body = await aPress(4, 'emulate=10401')
      const headers = { 'idempotency-key': `press-${tries}` }
      const { token } = await anAngler(app)
      expect((await app.answer(payForBooking, { token, headers, body, ip })).status).toBe(402)
    }
    for (const selectedDate of dates.slice(-3)) {
      const { token } = await anAngler(app)
      const body = { selectedDate, numberOfGuests: 4 }
      expect((await app.answer(createHold, { token, body, ip })).status).toBe(201)
    }
  })
})
