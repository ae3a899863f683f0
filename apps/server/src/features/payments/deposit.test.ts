import { listAdminBookings } from '@arcadia/contract/admin/bookings'
import { getAvailability } from '@arcadia/contract/availability'
import { getBooking } from '@arcadia/contract/bookings'
import { createHold, getCurrentHold, releaseHold } from '@arcadia/contract/holds'
import { createCardToken, payForBooking } from '@arcadia/contract/payments'
import { listMyBookings } from '@arcadia/contract/trips'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import { type Angler, aHold, anAdmin, anAngler, aPayment, networkAddress, openDates } from '../../testing/builders.ts'
import { checkBooks } from '../../testing/check-books.ts'
import { ofEachKind } from '../../testing/proof.ts'
import { testCard } from '../../testing/simulator-control.ts'
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
  angler = await anAngler(app)
  date = dates.shift()!
})

type Body = ReturnType<typeof aPayment>
const send = (body: Body, token = angler.token) => app.answer(payForBooking, { token, body, ip: networkAddress() })

async function aPaidFor(input: { guests?: number; cardName?: string; change?: (body: Body) => void } = {}) {
  const guests = input.guests ?? 2
  const holdId = await aHold(app, angler.token, { date, guests })
  const body = aPayment(holdId, await app.simulator.cardToken(input.cardName), { date, guests })
  input.change?.(body)
  return { holdId, body }
}

const ledger = async () => checkBooks(app, await anAdmin(app))
const current = () => app.call(getCurrentHold, { token: angler.token })
const claimed = async () => 4 - (await app.call(getAvailability, { params: { date } })).availableSpots

/** Cancels the booking as the portal would. */
const cancelByHand = (bookingId: number) =>
  inTransaction(app.database.db, app.clock, (tx) =>
    tx.updateTable('bookings').set({ status: 'CANCELLED' }).where('id', '=', bookingId).execute(),
  )

/** The customer is told not to pay again, and the payment is confirmed automatically with one charge. */
async function confirmsByItself(fault: string) {
  const { body } = await aPaidFor({ guests: 1 })
  const before = (await app.simulator.ledger()).totals.netCents
  await app.simulator.fault({ operation: 'charge', fault, times: 1 })
  const answer = await send(body)
  expect(answer).toMatchObject({
    status: 202,
    body: {
      status: 'PROCESSING',
      message: 'We are confirming your payment. Please do not pay again.',
      booking: { status: 'PENDING' },
    },
  })
  expect(await claimed()).toBe(1)
  await eventually(async () => {
    app.clock.advance({ seconds: 31 })
    await app.app.runJobs()
    return (await current()).attempt?.status === 'CONFIRMED'
  })
  expect((await app.simulator.ledger()).totals.netCents - before).toBe(35_000)
  expect(await claimed()).toBe(1)
  expect(await ledger()).toMatchObject({ balanced: true, unresolved: 0 })
}

describe('paying the deposit of a hold', () => {
  test('confirms the booking and shows it to everyone allowed to see it', async () => {
    const { body } = await aPaidFor()
    const paid = await send(body)
    expect(paid.status).toBe(201)
    expect(paid.body.confirmationNumber).toMatch(/^JB-\d{8}$/)
    expect(paid.body.booking).toMatchObject({
      status: 'CONFIRMED',
      selectedDate: date,
      totalAmount: 5000,
      depositAmount: 700,
      paidAmount: 700,
      pendingAmount: 4300,
      addressLine1: null,
    })
    const mine = await app.answer(listMyBookings, { token: angler.token })
    expect(mine.body.map((booking) => booking.id)).toEqual([paid.body.booking.id])
    const admins = await app.answer(listAdminBookings, {
      token: await anAdmin(app),
      query: { page: 0, q: paid.body.confirmationNumber },
    })
    expect(admins.body).toMatchObject({ totalElements: 1, content: [{ paymentId: expect.any(String) }] })
    const stranger = await anAngler(app)
    expect((await app.answer(getBooking, { token: stranger.token, params: { id: paid.body.booking.id } })).status).toBe(
      404,
    )
    expect(await ledger()).toMatchObject({ balanced: true, unresolved: 0 })
    const asBalance = app.database.pool.query("update payment_attempts set kind = 'BALANCE'")
    await expect(asBalance).rejects.toThrow('is a DEPOSIT for good')
  })

  test('again for the same hold returns the same booking without a second charge', async () => {
    const { body } = await aPaidFor()
    const first = await send(body)
    const again = await send({ ...body, paymentData: { ...body.paymentData, paymentToken: 'another token' } })
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.body).toEqual(first.body)
    const another = await send({ ...body, bookingData: { ...body.bookingData, packageType: 'STANDARD' } })
    expect(another).toMatchObject({ status: 409, body: { error: 'payment-differs' } })
    expect(
      (await app.simulator.ledger()).charges.filter(
        (charge) => charge.amountCents === 70_000 && charge.status === 'CAPTURED',
      ).length,
    ).toBeGreaterThan(0)
    expect(await app.simulator.calls('charge')).toBe(1)
  })

  test('declined: 402 with a message, the hold stays, and another card works', async () => {
    const { holdId, body } = await aPaidFor({ cardName: 'emulate=10401' })
    const declined = await send(body)
    expect(declined).toMatchObject({
      status: 402,
      body: { error: 'card-declined', message: expect.stringContaining('declined') },
    })
    expect((await current()).hold?.holdId).toBe(holdId)
    const paymentToken = await app.simulator.cardToken()
    const paid = await send({ ...body, paymentData: { ...body.paymentData, paymentToken } })
    expect(paid.status).toBe(201)
    expect(await app.simulator.calls('charge')).toBe(2)
  })

  test('is refused after three declines of one hold, and before five an hour of one account', async () => {
    const { body } = await aPaidFor({ cardName: 'emulate=10401' })
    for (let tries = 0; tries < 3; tries++) {
      const paymentToken = await app.simulator.cardToken('emulate=10401')
      expect((await send({ ...body, paymentData: { ...body.paymentData, paymentToken } })).status).toBe(402)
    }
    const calls = await app.simulator.calls('charge')
    const refused = await send({
      ...body,
      paymentData: { ...body.paymentData, paymentToken: await app.simulator.cardToken() },
    })
    expect(refused).toMatchObject({
      status: 429,
      body: {
        error: 'too-many-declines',
        message:
          'Your cards were declined too often, so we pause card payments until your hold ends. Then you can hold the spots again. Please try again at 10:05 AM Eastern.',
      },
    })
    expect(await app.simulator.calls('charge')).toBe(calls)
  })

  test('after ten declines of others in a network says so to somebody whose own card was never tried', async () => {
    const ip = networkAddress()
    const payFrom = async (cardName: string) => {
      const other = await anAngler(app)
      const holdId = await aHold(app, other.token, { date, guests: 1 })
      const body = aPayment(holdId, await app.simulator.cardToken(cardName), { date, guests: 1 })
      const sent = await app.answer(payForBooking, { token: other.token, body, ip })
      await app.call(releaseHold, { token: other.token, params: { id: holdId } })
      return sent
    }
    for (let tries = 0; tries < 10; tries++) expect((await payFrom('emulate=10401')).status).toBe(402)
    const refused = await payFrom('Ada Angler')
    expect(refused).toMatchObject({ status: 429, body: { error: 'too-many-declines' } })
    expect(refused.body.message).toMatch(/^Other people's cards were declined too often on the network you're on/)
    expect(refused.body.message).not.toMatch(/\byour cards?\b/i)
  })

  test.each([
    ['too-many-requests', 503, 'payments-unavailable'],
    ['forbidden', 503, 'payments-unavailable'],
    ['account-error', 503, 'payments-unavailable'],
  ])('provably not charged (%s): %i, and the hold stays', async (fault, status, error) => {
    const { body } = await aPaidFor()
    await app.simulator.fault({ operation: 'charge', fault, times: 1 })
    expect(await send(body)).toMatchObject({ status, body: { error, message: 'Payment failed. Please try again.' } })
    expect((await current()).hold).not.toBeNull()
    const paymentToken = await app.simulator.cardToken()
    expect((await send({ ...body, paymentData: { ...body.paymentData, paymentToken } })).status).toBe(201)
  })

  test('closing the dialog or running out of time while the charge is in flight keeps the spots for the payer', async () => {
    const { holdId, body } = await aPaidFor({ guests: 4 })
    await app.simulator.fault({ operation: 'charge', fault: 'slow-after', delayMs: 600_000 })
    const paying = send(body)
    await eventually(async () => (await app.simulator.calls('charge')) === 1)
    expect((await app.answer(releaseHold, { token: angler.token, params: { id: holdId } })).status).toBe(204)
    app.clock.advance({ minutes: 10 })
    const other = await anAngler(app)
    const refused = await app.answer(createHold, {
      token: other.token,
      body: { selectedDate: date, numberOfGuests: 1 },
      ip: networkAddress(),
    })
    expect(refused).toMatchObject({ status: 409 })
    await app.simulator.endFaults()
    expect((await paying).status).toBe(201)
    expect(await claimed()).toBe(4)
  })

  test('an expired hold is refused without a charge', async () => {
    const { body } = await aPaidFor()
    app.clock.advance({ minutes: 5 })
    expect(await send(body)).toMatchObject({
      status: 409,
      body: { error: 'hold-expired', message: 'Time expired. Please go back and reselect.' },
    })
    expect(await app.simulator.calls('charge')).toBe(0)
  })

  test("an amount, date or group that differs from the hold's is refused with the right one", async () => {
    const { body } = await aPaidFor()
    const refused = await send({ ...body, paymentData: { ...body.paymentData, amount: 1 } })
    expect(refused).toMatchObject({
      status: 409,
      body: { error: 'payment-differs', details: [{ path: 'paymentData.amount', message: 'The deposit is $700.00.' }] },
    })
    expect(await app.simulator.calls('charge')).toBe(0)
  })

  test("another customer's or an unknown hold is not found", async () => {
    const { body } = await aPaidFor()
    const stranger = await anAngler(app)
    expect((await send(body, stranger.token)).body.error).toBe('hold-not-found')
    expect((await send({ ...body, holdId: 'nothing' })).status).toBe(404)
  })

  test('a wrong realm never selects a connection', async () => {
    const { body } = await aPaidFor()
    const wrong = await app.answer(payForBooking, { token: angler.token, query: { realmId: 123 }, body })
    expect(wrong).toMatchObject({ status: 409, body: { error: 'realm-mismatch' } })
  })

  test('a deposit of zero needs no card', async () => {
    await app.database.db.updateTable('booking_config').set({ deposit_per_guest_cents: 0 }).execute()
    const holdId = await aHold(app, angler.token, { date })
    await app.database.db.updateTable('booking_config').set({ deposit_per_guest_cents: 35_000 }).execute()
    const body = aPayment(holdId, '', { date, amount: 0 })
    const paid = await send({ ...body, paymentData: { ...body.paymentData, paymentToken: null } })
    expect(paid).toMatchObject({ status: 201, body: { booking: { status: 'CONFIRMED', depositAmount: 0 } } })
    expect(await app.simulator.calls('charge')).toBe(0)
  })

  test('without a merchant connection no card is charged', async () => {
    const { body } = await aPaidFor()
    await app.database.db.updateTable('merchant_connections').set({ disconnected_at: app.clock.now() }).execute()
    const refused = await send(body)
    await app.database.db.updateTable('merchant_connections').set({ disconnected_at: null }).execute()
    expect(refused).toMatchObject({
      status: 503,
      body: { message: 'Payments not configured. Please try again later.' },
    })
  })
})

describe('a repeat', () => {
  test('of a declined token counts as the same attempt: one call, one decline, one answer', async () => {
    const { body } = await aPaidFor({ cardName: 'Decline' })
    const replies = await Promise.all(Array.from({ length: 10 }, () => send(body)))
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.message}`)).size).toBe(1)
    expect(await app.simulator.calls('charge')).toBe(1)
    expect((await send(body)).status).toBe(402)
    expect(await app.simulator.calls('charge')).toBe(1)
  })

  test('with another package is refused for a booking that needed no deposit', async () => {
    const { db } = app.database
    await db.updateTable('booking_config').set({ deposit_per_guest_cents: 0 }).execute()
    const holdId = await aHold(app, angler.token, { date })
    await db.updateTable('booking_config').set({ deposit_per_guest_cents: 35_000 }).execute()
    const body = aPayment(holdId, 'none', { date, amount: 0 })
    expect((await send(body)).status).toBe(201)
    expect((await send(body)).status).toBe(200)
    expect((await send({ ...body, bookingData: { ...body.bookingData, packageType: 'STANDARD' } })).status).toBe(409)
  })
})

describe('a click on Pay', () => {
  const press = (body: Body, key: string) =>
    app.answer(payForBooking, { token: angler.token, body, headers: { 'idempotency-key': key } })
  const withToken = (body: Body, paymentToken: string) => ({
    ...body,
    paymentData: { ...body.paymentData, paymentToken },
  })

  test('sent again gets its own answer, even if a later one paid; the hold reports the key that did', async () => {
    const { body } = await aPaidFor({ cardName: 'Decline' })
    expect((await press(body, 'first')).status).toBe(402)
    expect((await current()).attempt).toMatchObject({ key: 'first', status: 'DECLINED' })
    const paid = await press(withToken(body, await app.simulator.cardToken()), 'second')
    expect(paid.status).toBe(201)
    expect((await current()).attempt).toMatchObject({ key: 'second', status: 'CONFIRMED' })
    expect((await press(body, 'first')).status).toBe(402)
    const again = await press(body, 'second')
    expect(again.status).toBe(200)
    expect(again.body).toEqual(paid.body)
    expect(await app.simulator.calls('charge')).toBe(2)
  })

  test('can be looked up by its hold, whatever was held since', async () => {
    const { holdId, body } = await aPaidFor()
    expect((await press(body, 'first')).status).toBe(201)
    app.clock.advance({ seconds: 1 })
    await aHold(app, angler.token, { date: dates.shift()! })
    expect(await current()).toMatchObject({ attempt: null, booking: null })
    const asked = await app.call(getCurrentHold, { token: angler.token, query: { holdId } })
    expect(asked).toMatchObject({ hold: null, attempt: { status: 'CONFIRMED' }, booking: { selectedDate: date } })
    const other = (await anAngler(app)).token
    expect(await app.call(getCurrentHold, { token: other, query: { holdId } })).toMatchObject({ booking: null })
  })

  test('a hold that another tab replaced tells what came of that: held, booked, and on another date', async () => {
    const first = await aHold(app, angler.token, { date })
    const told = () => app.call(getCurrentHold, { token: angler.token, query: { holdId: first } })
    const { holdId, body } = await aPaidFor()
    expect(await told()).toMatchObject({
      hold: null,
      ended: {
        reason: 'hold-released',
        message: expect.stringMatching(/^You're booking \w+, \w+ \d+ in another tab\.$/),
      },
      since: { hold: { holdId }, booking: null },
    })
    expect((await press(body, 'first')).status).toBe(201)
    const booked = {
      ended: { reason: 'hold-released', message: expect.stringMatching(/^You booked \w+, \w+ \d+ in another tab\.$/) },
      since: { hold: null, attempt: { status: 'CONFIRMED' }, booking: { selectedDate: date, status: 'CONFIRMED' } },
    }
    expect(await told()).toMatchObject(booked)
    expect(await send(aPayment(first, await app.simulator.cardToken(), { date, guests: 1 }))).toMatchObject({
      status: 409,
      body: { error: 'hold-released', message: expect.stringMatching(/^You booked/) },
    })
    expect(await app.simulator.calls('charge')).toBe(1)
    // Whatever is held after that, this date is booked.
    app.clock.advance({ seconds: 1 })
    const next = await aHold(app, angler.token, { date: dates.shift()! })
    expect(await told()).toMatchObject(booked)
    app.clock.advance({ minutes: 6 })
    const tellsOf = async (of: string) =>
      (await app.call(getCurrentHold, { token: angler.token, query: { holdId: of } })).ended
    expect(await tellsOf(next)).toEqual({
      reason: 'hold-expired',
      message: 'Time expired. Please go back and reselect.',
    })
    await cancelByHand((await told()).since!.booking!.id)
    expect(await told()).not.toHaveProperty('since')
  })

  test('with different content or for another hold is refused', async () => {
    const { body } = await aPaidFor()
    expect((await press(body, 'one')).status).toBe(201)
    const other = { ...body, bookingData: { ...body.bookingData, packageType: 'STANDARD' as const } }
    expect(await press(other, 'one')).toMatchObject({ status: 409, body: { error: 'payment-differs' } })
    date = dates.shift()!
    const { body: next } = await aPaidFor()
    expect(await press(next, 'one')).toMatchObject({ status: 409, body: { error: 'key-reused' } })
    expect(await app.simulator.calls('charge')).toBe(1)
  })

  test('joins one already in progress', async () => {
    const { body } = await aPaidFor()
    await app.simulator.fault({ operation: 'charge', fault: 'slow-after', times: 1, delayMs: 1500 })
    const first = press(body, 'one-tab')
    await eventually(async () => (await app.simulator.calls('charge')) === 1)
    const second = await press(withToken(body, await app.simulator.cardToken()), 'another-tab')
    expect([(await first).status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual((await first).body)
    expect(await app.simulator.calls('charge')).toBe(1)
  })
})

test("a character we can't store is refused at its field", async () => {
  const { body } = await aPaidFor()
  const refused = await send({ ...body, bookingData: { ...body.bookingData, phone: '1\u0000' } })
  expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'bookingData.phone' }] } })
})

test('no card token is made for another merchant account', async () => {
  const refused = await app.answer(createCardToken, {
    token: angler.token,
    query: { realmId: 1 },
    body: { card: testCard() },
  })
  expect(refused).toMatchObject({ status: 409, body: { error: 'realm-mismatch' } })
})

test('no card token is made while nothing is connected', async () => {
  await app.database.db.updateTable('merchant_connections').set({ disconnected_at: app.clock.now() }).execute()
  try {
    const refused = await app.answer(createCardToken, { token: angler.token, body: { card: testCard() } })
    expect(refused).toMatchObject({ status: 503, body: { error: 'payments-not-connected' } })
  } finally {
    await app.database.db.updateTable('merchant_connections').set({ disconnected_at: null }).execute()
  }
})

test('card tokens are limited to twenty an hour per account, against card testing', async () => {
  const { token } = await anAngler(app)
  const create = () => app.answer(createCardToken, { token, body: { card: testCard() } })
  const replies = await Promise.all(Array.from({ length: 20 }, create))
  expect(replies.every(({ status }) => status === 201)).toBe(true)
  const refused = await create()
  expect(refused).toMatchObject({ status: 429, body: { error: 'too-many-requests' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

describe('with a slow provider', () => {
  let patient: TestApp
  beforeAll(async () => {
    patient = app
    app = await startTestApp({ patience: { answerWithinMs: 600, callMs: 1500 } })
  })
  afterAll(async () => {
    await app.close()
    app = patient
  })

  test('paying twenty times at once, with answers lost, makes one charge and one booking', async () => {
    const { body } = await aPaidFor({ guests: 1 })
    await app.simulator.fault({ operation: 'charge', fault: 'lost-answer', times: 1 })
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(body)))
    expect(new Set(replies.map((reply) => reply.body.confirmationNumber)).size).toBe(1)
    expect(replies.every((reply) => [200, 201, 202].includes(reply.status))).toBe(true)
    await app.app.runJobs()
    const { booking, attempt } = await current()
    expect([booking?.status, attempt?.status]).toEqual(['CONFIRMED', 'CONFIRMED'])
    const requestIds = new Set((await app.simulator.ledger()).charges.slice(-1).map((charge) => charge.requestId))
    expect(requestIds.size).toBe(1)
    expect(await ledger()).toMatchObject({ balanced: true, unresolved: 0 })
  })

  test.each(
    ofEachKind([
      ['lost-answer', 'lost-request'],
      ['server-error', 'server-error-after', 'bad-gateway'],
      ['unreadable-answer', 'system-error', 'system-error-after'],
      ['hang'],
      ['hang-after'],
    ]),
  )(
    'unknown (%s): the customer soon learns so, and the payment is confirmed automatically with one charge',
    confirmsByItself,
  )

  describe('an outcome that stays unknown', () => {
    test('goes to the owner for review after ten minutes, and the booking keeps its spots', async () => {
      const { body } = await aPaidFor()
      await app.simulator.fault({ operation: 'charge', fault: 'server-error' })
      expect((await send(body)).status).toBe(202)
      await eventually(async () => {
        app.clock.advance({ minutes: 2 })
        await app.app.runJobs()
        return app.database.db
          .selectFrom('payment_failures')
          .selectAll()
          .where('kind', '=', 'NEEDS_REVIEW')
          .where('resolved_at', 'is', null)
          .executeTakeFirst()
      })
      expect(await claimed()).toBe(2)
      await app.simulator.control('POST', '/reset')
      await eventually(async () => {
        app.clock.advance({ minutes: 5 })
        await app.app.runJobs()
        return (await current()).attempt?.status === 'CONFIRMED'
      })
      expect(await ledger()).toMatchObject({ balanced: true, unresolved: 0 })
    })

    test('is read back first: a charge that the provider cancelled confirms nothing', async () => {
      const { body } = await aPaidFor()
      await app.simulator.fault({ operation: 'charge', fault: 'lost-answer', times: 1 })
      // The server would otherwise settle before the provider cancels.
      expect((await send(body)).status).toBe(202)
      const charge = (await app.simulator.ledger()).charges.at(-1)!
      await app.simulator.control('POST', `/charges/${charge.id}/risk-void`)
      await eventually(async () => {
        app.clock.advance({ seconds: 31 })
        await app.app.runJobs()
        return (await current()).attempt?.status === 'FAILED'
      })
      expect(await claimed()).toBe(0)
      expect(await ledger()).toMatchObject({ balanced: true, unresolved: 0 })
    })

    test('is voided even if the answer to the first void is lost', async () => {
      const { body } = await aPaidFor()
      await app.simulator.fault({ operation: 'charge', fault: 'lost-answer', times: 1 })
      await app.simulator.fault({ operation: 'void', fault: 'lost-answer', times: 1 })
      const { body: answer } = await send(body)
      await cancelByHand(answer.booking.id)
      await eventually(async () => {
        app.clock.advance({ minutes: 1 })
        await app.app.runJobs()
        return (await current()).attempt?.status === 'FAILED'
      })
      expect(await app.simulator.calls('void')).toBe(2)
      expect((await app.simulator.ledger()).charges.at(-1)!.status).toBe('CANCELLED')
      expect(await ledger()).toMatchObject({ balanced: true, unresolved: 0 })
    })

    test('is voided if its booking was canceled in the meantime, and is neither paid, refunded nor refundable', async () => {
      const { body } = await aPaidFor()
      await app.simulator.fault({ operation: 'charge', fault: 'lost-answer', times: 1 })
      const { body: answer } = await send(body)
      await cancelByHand(answer.booking.id)
      await eventually(async () => {
        app.clock.advance({ minutes: 1 })
        await app.app.runJobs()
        return (await current()).attempt?.status === 'FAILED'
      })
      const { id } = answer.booking
      const booking = await app.call(getBooking, { token: angler.token, params: { id } })
      expect(booking).toMatchObject({ paidAmount: 0, refundedAmount: 0, refundableAmount: 0 })
      expect(await claimed()).toBe(0)
      expect(await ledger()).toMatchObject({ balanced: true, unresolved: 0 })
    })

    test('goes to the owner if the provider forgets its requests, and is never charged twice', async () => {
      await app.simulator.control('PATCH', '/settings', { requestMemory: 'none' })
      const { body } = await aPaidFor()
      await app.simulator.fault({ operation: 'charge', fault: 'lost-answer', times: 1 })
      const { body: answer } = await send(body)
      const before = (await app.simulator.ledger()).totals.charges
      await eventually(async () => {
        app.clock.advance({ minutes: 1 })
        await app.app.runJobs()
        return app.database.db
          .selectFrom('payment_failures as f')
          .innerJoin('payment_attempts as a', 'a.id', 'f.attempt_id')
          .select('f.id')
          .where('a.booking_id', '=', answer.booking.id)
          .where('f.kind', '=', 'NEEDS_REVIEW')
          .executeTakeFirst()
      })
      expect((await app.simulator.ledger()).totals.charges).toBe(before)
      expect(await claimed()).toBe(2)
      expect(await ledger()).toMatchObject({ balanced: true, unresolved: 700 })
    })

    test('goes to the owner too if the provider cannot be asked', async () => {
      const { body } = await aPaidFor()
      await app.simulator.fault({ operation: 'charge', fault: 'lost-answer', times: 1 })
      const { body: answer } = await send(body)
      const attempt = await app.database.db
        .updateTable('payment_attempts')
        .set({ card_token_encrypted: Buffer.from('sealed with a key that is lost') })
        .where('booking_id', '=', answer.booking.id)
        .returning('id')
        .executeTakeFirstOrThrow()
      await eventually(async () => {
        app.clock.advance({ minutes: 2 })
        await app.app.runJobs()
        return app.database.db
          .selectFrom('payment_failures')
          .select('id')
          .where('attempt_id', '=', attempt.id)
          .executeTakeFirst()
      })
      expect(await claimed()).toBe(2)
    })
  })
})
