import type { TripDate } from '@arcadia/contract/trip-date'
import { type Kysely, sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { isDeadlock, isNotShared, isOversold } from './database-errors.ts'
import type { Tables } from './tables.ts'

/** The database, or a transaction of it: a store function does not care which. */
export type Db = Kysely<Tables>

const commits = { all: 0, besidesHolds: 0 }

/** How many transactions of this process have ended well: what was read before the last one may be old. */
export const commitsSoFar = (): Readonly<typeof commits> => commits

/** Runs `work` in a transaction that was told the time (`app_now()` in SQL, docs/rules.md §7.8). */
export async function inTransaction<T>(db: Db, clock: Clock, work: (tx: Db, now: Date) => Promise<T>): Promise<T> {
  return inDayTransaction(db, async (tx) => {
    const now = clock.now()
    await sql`select set_config('app.now', ${now.toISOString()}, true)`.execute(tx)
    return work(tx, now)
  })
}

/**
 * Runs `work` in a transaction that locks days before it writes anything: that tells it the time. A transaction that
 * lost a deadlock runs again, and once more one that the guard refused: it may have read a configuration that changed
 * before it ended. So `work` must do nothing but database work.
 */
export async function inDayTransaction<T>(
  db: Db,
  work: (tx: Db) => Promise<T>,
  { isAboutHolds = false } = {},
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      const done = await db.transaction().execute(work)
      commits.all++
      if (!isAboutHolds) commits.besidesHolds++
      return done
    } catch (error) {
      const isRefused = isOversold(error) || isNotShared(error)
      if (!(isDeadlock(error) && tries < 3) && !(isRefused && tries < 2)) throw error
    }
  }
}

/**
 * Takes the days' locks, sorted, before the transaction's first write. Then it sets the transaction's time again,
 * because it may have waited, writes down the holds that have expired by then, and returns that time.
 */
export async function lockDays(tx: Db, clock: Clock, dates: readonly TripDate[]): Promise<Date> {
  await sql`select lock_days(${[...dates]}::date[])`.execute(tx)
  const now = clock.now()
  await sql`select enter_days(${now.toISOString()}, ${[...dates]}::date[])`.execute(tx)
  return now
}
