import type { TripDate } from '@arcadia/contract/trip-date'
import { type Kysely, sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { isDeadlock, isNotShared, isOversold } from './database-errors.ts'
import type { Tables } from './tables.ts'

/** The database or a transaction; store functions accept either. */
export type Db = Kysely<Tables>

const commits = { all: 0, besidesHolds: 0 }

/** How many transactions this process has committed; anything read before the last one may be stale. */
export const commitsSoFar = (): Readonly<typeof commits> => commits

/** Runs `work` in a transaction with the time set (`app_now()` in SQL, docs/rules.md §7.8). */
export async function inTransaction<T>(db: Db, clock: Clock, work: (tx: Db, now: Date) => Promise<T>): Promise<T> {
  return inDayTransaction(db, async (tx) => {
    const now = clock.now()
    await sql`select set_config('app.now', ${now.toISOString()}, true)`.execute(tx)
    return work(tx, now)
  })
}

/**
 * Runs `work` in a transaction that must call `lockDays`, which sets the time, before its first write. Deadlocks are retried
 * twice; a rejection by the guard once, because the configuration may have changed after it was read. So `work` must have no
 * effects outside the database.
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

/** Reads of one moment: what others commit between them is not seen. */
export function inSnapshot<T>(db: Db, read: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}

/** What `work` would make: it runs in a transaction that is undone, so that nothing of it is kept. */
export async function wouldMake<T>(db: Db, clock: Clock, work: (tx: Db, now: Date) => Promise<T>): Promise<T> {
  const undone = new Error('undone on purpose')
  const made: T[] = []
  await inTransaction(db, clock, async (tx, now) => {
    made.push(await work(tx, now))
    throw undone
  }).catch((error: unknown) => {
    if (error !== undone) throw error
  })
  return made.at(-1)!
}

/**
 * Takes the days' locks in sorted order, before the transaction's first write. Then it sets the transaction's time, which
 * may have changed during the wait, marks the holds that have expired by then, and returns that time.
 */
export async function lockDays(tx: Db, clock: Clock, dates: readonly TripDate[]): Promise<Date> {
  await sql`select lock_days(${[...dates]}::date[])`.execute(tx)
  const now = clock.now()
  await sql`select enter_days(${now.toISOString()}, ${[...dates]}::date[])`.execute(tx)
  return now
}
