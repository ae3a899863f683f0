import type { DayClaims } from '@arcadia/contract/availability'
import type { TripDate } from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'

const NOTHING: DayClaims = { booked: 0, held: 0 }

/** Claims on the days from `first` to `last` at an instant, as seen by a customer or a stranger; zero for a day without any. */
export async function claimsBetween(
  db: Db,
  first: TripDate,
  last: TripDate,
  at: Date,
  customer?: number,
): Promise<(date: TripDate) => DayClaims> {
  const { rows } = await sql<
    {
      trip_date: string
      booked_groups: number
      held_until: Date | null
      privately: 'BOOKED' | 'HELD' | null
    } & Required<Omit<DayClaims, 'privately'>>
  >`
    select * from claims_between(${first}::date, ${last}::date, ${at}, ${customer ?? null})`.execute(db)
  const days = new Map(
    rows.map(({ trip_date, booked, booked_groups, held, own, held_until, privately }) => [
      trip_date,
      {
        booked,
        groups: booked_groups,
        held,
        own,
        heldUntil: held_until ?? undefined,
        privately: privately ?? undefined,
      },
    ]),
  )
  return (date) => days.get(date) ?? NOTHING
}

/** Whether a customer is the guest of an owner's test (docs/rules.md §9.11). */
export async function isOwnersTest(db: Db, customer: number): Promise<boolean> {
  const test = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', customer)
    .where('tests_for', 'is not', null)
    .executeTakeFirst()
  return test !== undefined
}

/** Anglers per account on a day, and whether it is one group's alone. */
export async function groupsOfDay(tx: Db, now: Date, date: TripDate) {
  const { rows } = await sql<{ user_id: number; anglers: number; is_private: boolean }>`
    select user_id, sum(booked + held)::integer as anglers, bool_or(is_private) as is_private
    from each_claim(${date}::date, ${date}::date, ${now}) group by user_id`.execute(tx)
  const groups = new Map(rows.map(({ user_id, anglers }) => [user_id, anglers]))
  return { groups, isPrivate: rows.some(({ is_private }) => is_private) }
}
