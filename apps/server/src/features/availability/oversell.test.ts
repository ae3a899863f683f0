import { randomInt } from 'node:crypto'
import { getAvailability } from '@arcadia/contract/availability'
import type { Sharing } from '@arcadia/contract/configuration'
import { payForBooking } from '@arcadia/contract/payments'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import { type Angler, aHold, anAngler, aPayment, openDates } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { groupsOfDay } from './availability.service.ts'
import { claimsBetween } from './availability.store.ts'

/** Tests the database's oversell guard (`migrations/functions/guard.sql`) directly in SQL, because it must hold for every code path. */

let app: TestApp
let date: string
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => {
  date = dates.shift()!
})

/** For a customer, by default the first. */
async function insertBooking(
  guests: number,
  customer?: number,
  first?: () => unknown,
  private_spots: number | null = null,
): Promise<number> {
  const { db } = app.database
  return inTransaction(db, app.clock, async (tx, now) => {
    await first?.()
    const user = await tx.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const { id } = await tx
      .insertInto('bookings')
      .values({
        user_id: customer ?? user.id,
        confirmation_number: `JB-${randomInt(1e8)}`,
        trip_date: date,
        number_of_guests: guests,
        private_spots,
        package_type: 'TROPHY',
        first_name: 'A',
        last_name: 'B',
        email: 'a@example.com',
        phone: '1',
        total_cents: 0,
        deposit_cents: 0,
        status: 'CONFIRMED',
        terms_version: null,
        terms_accepted_at: null,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

async function claimed(): Promise<number> {
  const claims = (await claimsBetween(app.database.db, date, date, app.clock.now()))(date)
  return claims.booked + claims.held
}

async function change(
  id: number,
  values: { number_of_guests?: number; private_spots?: number; status?: 'CANCELLED' | 'CONFIRMED' },
) {
  await inTransaction(app.database.db, app.clock, (tx) =>
    tx.updateTable('bookings').set(values).where('id', '=', id).execute(),
  )
}

/** Anglers per group, largest last. */
async function groups(): Promise<number[]> {
  return [...(await groupsOfDay(app.database.db, app.clock.now(), date)).groups.values()].sort()
}

async function setSharing(sharing: Sharing): Promise<void> {
  await app.database.db.updateTable('booking_config').set({ sharing }).execute()
}

const strangers = (count: number) => Promise.all(Array.from({ length: count }, () => anAngler(app)))

const storm = (writers: number) => Promise.allSettled(Array.from({ length: writers }, () => insertBooking(1)))

test('forty concurrent writers without checks fill a day of four and never oversell it', async () => {
  await anAngler(app)
  const results = await storm(40)
  expect(await claimed()).toBe(4)
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(4)
})

test('with capacity lowered below the claims, new claims are refused and holds can still become bookings', async () => {
  const angler = await anAngler(app)
  const holdId = await aHold(app, angler.token, { date, guests: 4 })
  await app.database.db.updateTable('booking_config').set({ max_capacity: 1 }).execute()
  await expect(insertBooking(1)).rejects.toMatchObject({ code: 'AR001' })
  const body = await app.call(getAvailability, { params: { date } })
  expect(body).toMatchObject({ availableSpots: 0, isAtCapacity: true })
  const token = await app.simulator.cardToken()
  const paid = await app.answer(payForBooking, {
    token: angler.token,
    body: aPayment(holdId, token, { date, guests: 4 }),
  })
  await app.database.db.updateTable('booking_config').set({ max_capacity: 4 }).execute()
  expect(paid.status).toBe(201)
  expect(await claimed()).toBe(4)
})

test.each<[Sharing, number, number[]]>([
  ['OPEN', 1, [1, 1, 1, 1]],
  ['ONE_GROUP', 1, [1]],
  ['ONE_GROUP', 3, [3]],
  ['TWO_ANGLERS', 1, [1, 1]],
  ['TWO_ANGLERS', 3, [3]],
])('sharing is %s: a dozen groups of %i at once leave %j on the day', async (sharing, guests, taken) => {
  const people = await strangers(12)
  await setSharing(sharing)
  const results = await Promise.allSettled(people.map(({ id }) => insertBooking(guests, id)))
  await setSharing('OPEN')
  expect(await groups()).toEqual(taken)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(taken.length)
})

test('a new sharing rule leaves groups already sharing alone, and lets no more in', async () => {
  const [one, two, three] = [await anAngler(app), await anAngler(app), await anAngler(app)]
  const [first, second] = [await insertBooking(1, one.id), await insertBooking(2, two.id)]
  await setSharing('TWO_ANGLERS')
  await expect(insertBooking(1, three.id)).rejects.toMatchObject({ code: 'AR002' })
  await expect(change(first, { number_of_guests: 2 })).rejects.toMatchObject({ code: 'AR002' })
  expect(await groups()).toEqual([1, 2])
  await change(second, { number_of_guests: 1 })
  await expect(change(second, { number_of_guests: 2 })).rejects.toMatchObject({ code: 'AR002' })
  await change(first, { status: 'CANCELLED' })
  await change(second, { number_of_guests: 4 })
  await expect(change(first, { status: 'CONFIRMED' })).rejects.toMatchObject({ code: 'AR001' })
  await change(second, { number_of_guests: 2 })
  await expect(change(first, { status: 'CONFIRMED' })).rejects.toMatchObject({ code: 'AR002' })
  await setSharing('OPEN')
  expect(await groups()).toEqual([2])
})

test('a transaction refused by the guard is retried once with the current rules', async () => {
  const [one, two] = [await anAngler(app), await anAngler(app)]
  await insertBooking(1, one.id)
  await setSharing('ONE_GROUP')
  let tries = 0
  await insertBooking(1, two.id, () => ++tries === 2 && setSharing('OPEN'))
  expect(await groups()).toEqual([1, 1])
})

test('a customer’s two bookings on a day are one group', async () => {
  const [one, two] = [await anAngler(app), await anAngler(app)]
  await setSharing('ONE_GROUP')
  await insertBooking(1, one.id)
  await insertBooking(2, one.id)
  await expect(insertBooking(1, two.id)).rejects.toMatchObject({ code: 'AR002' })
  await setSharing('OPEN')
  expect(await groups()).toEqual([3])
})

test('at once, a private group gets an empty day to itself or none of it, and keeps it whatever the capacity becomes', async () => {
  const people = await strangers(12)
  const insert = (customer: number, isPrivate: boolean) => insertBooking(1, customer, undefined, isPrivate ? 4 : null)
  await Promise.allSettled(people.map(({ id }, index) => insert(id, index % 2 === 0)))
  const { groups: taken, isPrivate } = await groupsOfDay(app.database.db, app.clock.now(), date)
  expect(taken.size).toBe(isPrivate ? 1 : 4)

  date = dates.shift()!
  const [first, second] = people as [Angler, Angler]
  const booking = await insert(first.id, true)
  await app.database.db.updateTable('booking_config').set({ max_capacity: 10 }).execute()
  await expect(insert(second.id, false)).rejects.toMatchObject({ code: 'AR002' })
  await app.database.db.updateTable('booking_config').set({ max_capacity: 4 }).execute()
  // Its own group may grow.
  await insert(first.id, false)
  await change(booking, { number_of_guests: 3 })
  expect(await groups()).toEqual([4])

  date = dates.shift()!
  const alone = await insert(first.id, false)
  await insert(second.id, false)
  await expect(change(alone, { private_spots: 4 })).rejects.toMatchObject({ code: 'AR002' })
})

test('a write without a transaction time is refused, because the guard needs it to count claims', async () => {
  const angler = await anAngler(app)
  const insert = app.database.pool.query(
    `insert into holds (id, user_id, trip_date, number_of_guests, deposit_per_guest_cents, standard_package_price_cents,
       trophy_package_price_cents, duration_minutes, created_at, expires_at)
     values (gen_random_uuid(), $1, $2, 1, 0, 0, 0, 5, now(), now())`,
    [angler.id, date],
  )
  await expect(insert).rejects.toThrow('app.now is not set')
})

test('a process with a slow clock cannot revive an expired hold', async () => {
  const calls = await app.simulator.calls('charge')
  const slow = await anAngler(app)
  const holdId = await aHold(app, slow.token, { date, guests: 4 })
  app.clock.advance({ minutes: 5 })
  const quick = await anAngler(app)
  await aHold(app, quick.token, { date, guests: 4 })
  app.clock.advance({ minutes: -1 })
  const token = await app.simulator.cardToken()
  const late = await app.answer(payForBooking, {
    token: slow.token,
    body: aPayment(holdId, token, { date, guests: 4 }),
  })
  expect(late).toMatchObject({ status: 409, body: { error: 'hold-expired' } })
  expect(await app.simulator.calls('charge')).toBe(calls)
})

test('negative control: without the guard the same storm oversells', async () => {
  await anAngler(app)
  await app.database.pool.query(
    "create or replace function oversell_guard_is_on() returns boolean language sql stable as 'select false'",
  )
  await storm(40)
  expect(await claimed()).toBeGreaterThan(4)
})

test.each(['ONE_GROUP', 'TWO_ANGLERS'] as const)(
  'negative control: without the guard %s is violated too',
  async (sharing) => {
    const people = await strangers(12)
    await setSharing(sharing)
    await Promise.allSettled(people.map(({ id }) => insertBooking(1, id)))
    expect((await groups()).length).toBeGreaterThan(2)
  },
)
