import type { TripDate } from '@arcadia/contract/trip-date'
import { type Kysely, sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { isDeadlock } from './database-errors.ts'
import type { Tables } from './tables.ts'

/** The database, or a transaction of it: a store function does not care which. */
export type Db = Kysely<Tables>

/**
 * Runs `work` in a transaction that was told the time (`app_now()` in SQL, docs/rules.md §7.8). A transaction that lost a
 * deadlock runs again, so `work` must do nothing but database work.
 */
export async function inTransaction<T>(db: Db, clock: Clock, work: (tx: Db, now: Date) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(async (tx) => work(tx, await tellTime(tx, clock)))
    } catch (error) {
      if (!isDeadlock(error) || tries === 3) throw error
    }
  }
}

/**
 * Takes the days' locks (sorted, all of them before the transaction's first write), then tells the transaction the time
 * anew: it may have waited. Holds of these days that ran out by then are written down as lapsed. Returns that time.
 */
export async function lockDaysAndLapseHolds(tx: Db, clock: Clock, dates: readonly TripDate[]): Promise<Date> {
  await sql`select lock_days(${[...dates]}::date[])`.execute(tx)
  const now = await tellTime(tx, clock)
  await sql`select enter_day(day) from unnest(${[...dates]}::date[]) day`.execute(tx)
  return now
}

async function tellTime(tx: Db, clock: Clock): Promise<Date> {
  const now = clock.now()
  await sql`select set_config('app.now', ${now.toISOString()}, true)`.execute(tx)
  return now
}
