import { randomUUID } from 'node:crypto'
import { setSharing } from '@arcadia/contract/admin/configuration'
import { enterPhoneBooking } from '@arcadia/contract/admin/phone-bookings'
import { getAvailability } from '@arcadia/contract/availability'
import { cancelBooking } from '@arcadia/contract/bookings'
import { getCurrentHold } from '@arcadia/contract/holds'
import { payForBooking } from '@arcadia/contract/payments'
import { joinWaitlist, listMyWaitlist } from '@arcadia/contract/waitlist'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import { aBooking } from '../../testing/a-booking.ts'
import { type Angler, aHold, anAdmin, anAngler, aPayment, networkAddress, openDates } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp({ patience: { answerWithinMs: 4000, callMs: 8000 } })
  admin = await anAdmin(app)
})
afterAll(() => app.close())
afterEach(() => app.simulator.endFaults())

const dates = openDates()
let date: string
beforeEach(() => {
  date = dates.shift()!
})

let calls = 0
const caller = () => `caller${++calls}@example.com`
const enter = (numberOfGuests: number, more: { takeHeldSpots?: boolean; email?: string } = {}, key?: string) =>
  app.answer(enterPhoneBooking, {
    token: admin,
    headers: key ? { 'idempotency-key': key } : {},
    body: {
      selectedDate: date,
      numberOfGuests,
      packageType: 'TROPHY',
      firstName: 'Rosa',
      lastName: 'Diaz',
      email: caller(),
      phone: '(863) 555-0100',
      ...more,
    },
  })
const pay = async (angler: Angler, holdId: string, guests: number) => {
  const body = aPayment(holdId, await app.simulator.cardToken(), { date, guests })
  return app.answer(payForBooking, { token: angler.token, body, ip: networkAddress() })
}
const stateOf = ({ token }: Angler, holdId: string) => app.call(getCurrentHold, { token, query: { holdId } })
const day = () => app.call(getAvailability, { params: { date } })
/** Holds made one after another, each a second later. */
async function holds(...sizes: number[]) {
  const made: { angler: Angler; holdId: string; guests: number }[] = []
  for (const guests of sizes) {
    const angler = await anAngler(app)
    made.push({ angler, holdId: await aHold(app, angler.token, { date, guests }), guests })
    app.clock.advance({ seconds: 1 })
  }
  return made
}
const TAKEN = "These spots were just booked by phone. You weren't charged."

test('a phone booking asks before it takes a hold, then books, and the holder is told what happened', async () => {
  const [held] = await holds(4)
  const asked = await enter(2)
  expect(asked).toMatchObject({
    status: 409,
    body: {
      error: 'spots-held',
      message: expect.stringMatching(/^Someone is at checkout until \d+:\d\d [AP]M Eastern\. Book anyway\?$/),
    },
  })
  // Asking ends nothing.
  expect((await stateOf(held!.angler, held!.holdId)).hold).not.toBeNull()

  expect(await enter(2, { takeHeldSpots: true })).toMatchObject({ status: 201, body: { status: 'CONFIRMED' } })
  expect(await day()).toMatchObject({ existingBookings: 2, availableSpots: 2 })
  expect(await stateOf(held!.angler, held!.holdId)).toEqual({
    hold: null,
    attempt: null,
    booking: null,
    ended: { reason: 'spots-taken', message: TAKEN },
  })
  const charges = await app.simulator.calls('charge')
  expect(await pay(held!.angler, held!.holdId, 4)).toMatchObject({
    status: 409,
    body: { error: 'spots-taken', message: TAKEN },
  })
  expect(await app.simulator.calls('charge')).toBe(charges)
})

test('the latest holds go first, and only as many as the booking needs', async () => {
  const [first, second, third] = await holds(1, 2, 1)
  expect((await enter(1, { takeHeldSpots: true })).status).toBe(201)
  const isLive = async ({ angler, holdId }: NonNullable<typeof first>) => (await stateOf(angler, holdId)).hold !== null
  expect(await Promise.all([first!, second!, third!].map(isLive))).toEqual([true, true, false])
  // Two more spots: the hold for two alone is enough.
  expect((await enter(2, { takeHeldSpots: true })).status).toBe(201)
  expect(await Promise.all([first!, second!].map(isLive))).toEqual([true, false])
})

test('nothing is taken where the booking fits, nor where bookings fill the day', async () => {
  const [held] = await holds(2)
  expect((await enter(2, { takeHeldSpots: true })).status).toBe(201)
  expect((await stateOf(held!.angler, held!.holdId)).hold).not.toBeNull()
  expect(await enter(3, { takeHeldSpots: true })).toMatchObject({
    status: 409,
    body: { error: 'not-enough-spots', message: expect.stringMatching(/^Only 2 spots are left on/) },
  })
  expect((await stateOf(held!.angler, held!.holdId)).hold).not.toBeNull()
})

test('a customer learns it from the live news', async () => {
  const [held] = await holds(4)
  const listener = await app.database.pool.connect()
  const heard: unknown[] = []
  listener.on('notification', ({ payload }) => heard.push(payload))
  await listener.query('listen customer')
  await enter(1, { takeHeldSpots: true })
  await expect.poll(() => heard).toContain(String(held!.angler.id))
  listener.release(true)
})

test('an offer that is taken goes back in line, and is made again when there is room', async () => {
  const [one, three] = [await aBooking(app, { date, guests: 1 }), await aBooking(app, { date, guests: 3 })]
  const [first, second] = [await anAngler(app), await anAngler(app)]
  for (const { token } of [first, second])
    await app.call(joinWaitlist, { token, body: { selectedDate: date, numberOfGuests: 1 } })
  const offerTo = async ({ token }: Angler) => (await app.call(listMyWaitlist, { token }))[0]?.offer
  await app.call(cancelBooking, { token: one.token, params: { id: one.bookingId } })
  await app.app.runJobs()
  const offer = await offerTo(first)
  expect(offer).toBeTruthy()

  expect(await enter(1)).toMatchObject({
    status: 409,
    body: {
      error: 'spots-held',
      message: expect.stringMatching(/^Someone on the waitlist has until .+ Eastern to book\. Book anyway\?$/),
    },
  })
  expect((await enter(1, { takeHeldSpots: true })).status).toBe(201)
  expect(await stateOf(first, offer!.holdId)).toMatchObject({ ended: { reason: 'spots-taken', message: TAKEN } })
  expect(await app.call(listMyWaitlist, { token: first.token })).toMatchObject([{ offer: null, lapsedAt: null }])

  await app.call(cancelBooking, { token: three.token, params: { id: three.bookingId } })
  await app.app.runJobs()
  expect(await offerTo(first)).toMatchObject({ numberOfGuests: 1 })
})

test('what a taken offer leaves over is offered to the next in line, in the same transaction', async () => {
  const booked = await aBooking(app, { date, guests: 4 })
  const [first, second] = [await anAngler(app), await anAngler(app)]
  const join = ({ token }: Angler, numberOfGuests: number) =>
    app.call(joinWaitlist, { token, body: { selectedDate: date, numberOfGuests } })
  await join(first, 3)
  await join(second, 2)
  await app.call(cancelBooking, { token: booked.token, params: { id: booked.bookingId } })
  await app.app.runJobs()
  const entryOf = async ({ token }: Angler) => (await app.call(listMyWaitlist, { token }))[0]
  expect([(await entryOf(first))?.offer?.numberOfGuests, (await entryOf(second))?.offer]).toEqual([3, null])
  expect((await enter(2, { takeHeldSpots: true })).status).toBe(201)
  expect([(await entryOf(first))?.offer, (await entryOf(second))?.offer?.numberOfGuests]).toEqual([null, 2])
})

test('a payment in progress is waited for and never taken: its booking keeps the day', async () => {
  const [held] = await holds(4)
  await app.simulator.fault({ operation: 'charge', fault: 'slow', delayMs: 600_000 })
  const paying = pay(held!.angler, held!.holdId, 4)
  await expect.poll(async () => (await stateOf(held!.angler, held!.holdId)).attempt?.status).toBe('PROCESSING')
  // After its time the payer has a pending booking.
  expect(await enter(2, { takeHeldSpots: true })).toMatchObject({ status: 409, body: { error: 'not-enough-spots' } })
  expect((await paying).body.booking).toMatchObject({ status: 'PENDING', numberOfGuests: 4 })
  await app.simulator.endFaults()
})

test('two phone bookings at once take a hold once and never oversell', async () => {
  await holds(4)
  const answers = await Promise.all([enter(3, { takeHeldSpots: true }), enter(3, { takeHeldSpots: true })])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(await day()).toMatchObject({ existingBookings: 3, availableSpots: 1 })
})

test('a repeated call is the same booking, with and without the answer to the question', async () => {
  await holds(4)
  const email = caller()
  const first = await enter(2, { takeHeldSpots: true, email }, 'one-call')
  const again = await enter(2, { email }, 'one-call')
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body.id).toBe(first.body.id)
})

test('where groups do not share the boat, every hold on it goes', async () => {
  const put = (sharing: 'ONE_GROUP' | 'OPEN') => app.call(setSharing, { token: admin, body: { sharing } })
  await put('ONE_GROUP')
  const [held] = await holds(1)
  expect(await enter(2)).toMatchObject({ body: { error: 'spots-held' } })
  expect((await enter(2, { takeHeldSpots: true })).status).toBe(201)
  expect(await stateOf(held!.angler, held!.holdId)).toMatchObject({ ended: { reason: 'spots-taken' } })
  await put('OPEN')
})

test('only the office may, and a hold for another day is untouched', async () => {
  const stranger = await anAngler(app)
  const other = dates.shift()!
  const elsewhere = await anAngler(app)
  const holdId = await aHold(app, elsewhere.token, { date: other, guests: 4 })
  await holds(4)
  const refused = await app.answer(enterPhoneBooking, { token: stranger.token, body: {} as never })
  expect(refused.status).toBe(403)
  expect((await enter(4, { takeHeldSpots: true })).status).toBe(201)
  expect((await stateOf(elsewhere, holdId)).hold).not.toBeNull()
})

test('a payment whose process died keeps its spots, and the owner reads why', async () => {
  const [held] = await holds(4)
  const body = aPayment(held!.holdId, await app.simulator.cardToken('DECLINE'), { date, guests: 4 })
  await app.answer(payForBooking, { token: held!.angler.token, body, ip: networkAddress() })
  const open = { id: 0, outcome: null, outcome_at: null, request_id: randomUUID(), idempotency_key: 'died' }
  await inTransaction(app.database.db, app.clock, (tx) =>
    sql`insert into payment_attempts overriding system value
      select (jsonb_populate_record(a, ${JSON.stringify(open)}::jsonb)).* from payment_attempts a
      where hold_id = ${held!.holdId}`.execute(tx),
  )
  expect(await enter(2, { takeHeldSpots: true })).toMatchObject({
    status: 409,
    body: { error: 'spots-being-paid', message: expect.stringMatching(/^Someone is paying for these spots right now/) },
  })
})
