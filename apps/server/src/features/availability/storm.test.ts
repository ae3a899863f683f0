import type { Sharing } from '@arcadia/contract/configuration'
import { createHold } from '@arcadia/contract/holds'
import { payForBooking } from '@arcadia/contract/payments'
import { heldOf } from '@arcadia/contract/testing/held-of'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPayment } from '../../testing/builders.ts'
import { checkBooks } from '../../testing/check-books.ts'
import { aCrowd } from '../../testing/crowd.ts'
import { adminToken, type Fleet, openDates, startFleet } from '../../testing/fleet.ts'
import { inProof } from '../../testing/proof.ts'

/** Many people want the same morning at once, in two server processes on one PostgreSQL. */

let fleet: Fleet
let dates: string[]
beforeAll(async () => {
  fleet = await startFleet(2)
  dates = await openDates(fleet.servers[0]!)
})
afterAll(() => fleet.close())

const PEOPLE = inProof(200, 30)
/** How many single anglers each rule allows on a boat of four. */
const RULES: [Sharing, number][] = [
  ['OPEN', 4],
  ['ONE_GROUP', 1],
  ['TWO_ANGLERS', 2],
]
let bookedInAll = 0

async function storm(sharing: Sharing) {
  await fleet.database.db.updateTable('booking_config').set({ sharing }).execute()
  const [first, second] = fleet.servers as [Fleet['servers'][0], Fleet['servers'][0]]
  return { first, second, date: dates.shift()!, people: await aCrowd(fleet.database.db, PEOPLE) }
}

async function anglersBooked(date: string): Promise<number> {
  const { rows } = await fleet.database.pool.query(
    "select coalesce(sum(number_of_guests), 0)::integer as anglers from bookings where trip_date = $1 and status <> 'CANCELLED'",
    [date],
  )
  return rows[0].anglers
}

test.each(RULES)('%s: %i anglers are booked, with no overselling and no errors', async (sharing, room) => {
  const { first, second, date, people } = await storm(sharing)
  const outcomes = await Promise.all(
    people.map(async (token, index) => {
      const server = index % 2 ? first : second
      const hold = await server.answer(createHold, {
        token,
        body: {
          selectedDate: date,
          numberOfGuests: 1,
        },
      })
      if (hold.status !== 201) return hold
      const body = aPayment(heldOf(hold.body).holdId, await fleet.simulator.cardToken(), { date, guests: 1 })
      return (index % 3 ? first : second).answer(payForBooking, { token, body })
    }),
  )
  const count = (status: number) => outcomes.filter((outcome) => outcome.status === status).length
  expect({ booked: count(201), refused: count(409), all: outcomes.length }).toEqual({
    booked: room,
    refused: PEOPLE - room,
    all: PEOPLE,
  })
  expect(await anglersBooked(date)).toBe(room)
  bookedInAll += room
  const ledger = await checkBooks({ ...fleet, call: first.call }, await adminToken(first))
  expect(ledger).toMatchObject({ balanced: true, captured: bookedInAll * 350, unresolved: 0 })
})

test.each(RULES)('negative control: %s, without the guard the same storm oversells', async (sharing, room) => {
  const { first, second, date, people } = await storm(sharing)
  await fleet.database.pool.query(
    "create or replace function oversell_guard_is_on() returns boolean language sql stable as 'select false'",
  )
  // Within one process a day is serialized. Two processes may not collide, so try several days.
  let claimed = 0
  for (const day of [date, ...dates.splice(0, 9)]) {
    await Promise.all(
      people.map((token, index) =>
        (index % 2 ? first : second).answer(createHold, { token, body: { selectedDate: day, numberOfGuests: 1 } }),
      ),
    )
    const { rows } = await fleet.database.pool.query(
      'select booked + held as claimed from claims_between($1, $1, $2)',
      [day, new Date()],
    )
    claimed = rows[0].claimed
    if (claimed > room) break
  }
  expect(claimed).toBeGreaterThan(room)
})
