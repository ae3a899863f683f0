import type { SaidStep } from '@arcadia/contract/admin/opening'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import type { Observed } from './opening.rules.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    opening: {
      step: SaidStep | 'OPENED'
      /** Null for a business that was open before there was a list. */
      said_by: number | null
      said_at: Date
    }
  }
}

const changedOneOf = (names: readonly string[]) => sql<boolean>`exists (
  select from audit_entries where action = 'configuration.changed' and string_to_array(subject_id, ',') && ${names}::text[])`

const PRICES = ['standardPackagePrice', 'trophyPackagePrice', 'depositPerGuest']
const SEASON = ['seasonStart', 'seasonEnd', 'closedDays', 'blackoutDates']

export async function observe(db: Db, ownerId: number): Promise<Observed> {
  const { rows } = await sql<Observed>`
    select
      array(select step from opening) as said,
      (select json_build_object('to', to_email, 'status', status, 'error', last_error)
        from outbox_mails where kind = 'test-email' order by id desc limit 1) as "testEmail",
      ${changedOneOf(PRICES)} as "savedPrices",
      ${changedOneOf(SEASON)} as "savedSeason",
      (select facts from business_facts) as facts,
      (select json_build_object('text', text) from waivers order by version desc limit 1) as waiver,
      (select count(*)::integer from push_devices where user_id = ${ownerId}) as devices,
      (select count(*)::integer from users
        where position is not null and closed_at is null and is_active and id <> ${ownerId}) as colleagues,
      (select count(*)::integer from bookings) as bookings`.execute(db)
  return rows[0]!
}

/** True if it was not said before. */
export async function say(tx: Db, now: Date, ownerId: number, step: SaidStep | 'OPENED'): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('opening')
    .values({ step, said_by: ownerId, said_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function findWaitingTest(tx: Db, to: string): Promise<number | undefined> {
  const waiting = await tx
    .selectFrom('outbox_mails')
    .select('id')
    .where('kind', '=', 'test-email')
    .where('to_email', '=', to)
    .where('status', '=', 'WAITING')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return waiting?.id
}
