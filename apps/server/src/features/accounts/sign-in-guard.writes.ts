import { type Generated, sql } from 'kysely'
import { DAY_MS } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { FAILURES_WINDOW_MS, type Failures, KNOWN_FOR_MS, type Origins, secondsToWait } from './accounts.rules.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    sign_in_failures: {
      id: Generated<number>
      account: string
      origin: string
      is_known_origin: boolean
      failed_at: Date
    }
    known_origins: {
      user_id: number
      origin: string
      last_sign_in_at: Date
    }
  }
}

/** The account being guessed at, and where the guesses come from. */
interface Guesses {
  account: string
  origin: string
  isKnown: boolean
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)

/**
 * Serializes guesses across all processes, so simultaneous ones are counted one by one: per known origin, and together for
 * all unknown ones, which share a daily budget.
 */
export async function lockGuesses(tx: Db, { account, origin, isKnown }: Guesses): Promise<void> {
  await sql`select pg_advisory_xact_lock(2, hashtext(${`${account} ${isKnown ? origin : 'strangers'}`}))`.execute(tx)
}

async function countFailures(db: Db, now: Date, { account, origin, isKnown }: Guesses): Promise<Failures> {
  const recent = sql`filter (where origin = ${origin} and failed_at > ${before(now, FAILURES_WINDOW_MS)})`
  const today = isKnown ? sql`filter (where origin = ${origin})` : sql`filter (where not is_known_origin)`
  return db
    .selectFrom('sign_in_failures')
    .select([
      sql<number>`count(*) ${recent}`.as('recent'),
      sql<Date | null>`min(failed_at) ${recent}`.as('oldestRecentAt'),
      sql<number>`count(*) ${today}`.as('today'),
      sql<Date | null>`min(failed_at) ${today}`.as('oldestTodayAt'),
    ])
    .where('account', '=', account)
    .where('failed_at', '>', before(now, DAY_MS))
    .executeTakeFirstOrThrow()
}

/** Refuses the next guess if there were too many; certain only under `lockGuesses`. @throws AppError `too-many-failures` */
export async function demandPatience(db: Db, now: Date, guesses: Guesses): Promise<void> {
  const retryAfterSeconds = secondsToWait(await countFailures(db, now, guesses), now)
  if (retryAfterSeconds > 0) throw new AppError('too-many-failures', { retryAfterSeconds })
}

export async function recordFailure(tx: Db, now: Date, { account, origin, isKnown }: Guesses): Promise<void> {
  await tx
    .insertInto('sign_in_failures')
    .values({ account, origin, is_known_origin: isKnown, failed_at: now })
    .execute()
}

export async function forgetFailures(tx: Db, { account, origin }: { account: string; origin?: string }): Promise<void> {
  const all = tx.deleteFrom('sign_in_failures').where('account', '=', account)
  await (origin === undefined ? all : all.where('origin', '=', origin)).execute()
}

export async function listKnownOrigins(db: Db, now: Date, userId: number, origins: Origins): Promise<string[]> {
  const rows = await db
    .selectFrom('known_origins')
    .select('origin')
    .where('user_id', '=', userId)
    .where('origin', 'in', [origins.browser, origins.network])
    .where('last_sign_in_at', '>', before(now, KNOWN_FOR_MS))
    .execute()
  return rows.map(({ origin }) => origin)
}

/** Whether this browser has signed in to the account; not its network, which others may share. */
export async function isKnownBrowser(db: Db, now: Date, userId: number, origins: Origins): Promise<boolean> {
  return (await listKnownOrigins(db, now, userId, origins)).includes(origins.browser)
}

export async function rememberOrigins(tx: Db, now: Date, userId: number, origins: Origins): Promise<void> {
  await tx
    .insertInto('known_origins')
    // In a fixed order, so two sign-ins at once can't deadlock.
    .values([origins.browser, origins.network].map((origin) => ({ user_id: userId, origin, last_sign_in_at: now })))
    .onConflict((conflict) => conflict.columns(['user_id', 'origin']).doUpdateSet({ last_sign_in_at: now }))
    .execute()
}

/** Deletes entries too old to count. */
export async function forgetOldSignIns(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('failed_at', '<', before(now, DAY_MS)).execute()
  await db.deleteFrom('known_origins').where('last_sign_in_at', '<', before(now, KNOWN_FOR_MS)).execute()
}
