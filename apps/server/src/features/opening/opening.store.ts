import type { SaidStep } from '@arcadia/contract/admin/opening'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import type { Observed } from './opening.rules.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    opening: {
      step: Said
      said_by: number
      said_at: Date
    }
  }
}

/** What an owner said; the opening itself is a day of the configuration. */
export type Said = Exclude<SaidStep, 'OPENED'>

const changedOneOf = (names: readonly string[]) => sql<boolean>`exists (
  select from audit_entries where action = 'configuration.changed' and string_to_array(subject_id, ',') && ${names}::text[])`

const PRICES = ['standardPackagePrice', 'trophyPackagePrice', 'depositPerGuest']
const SEASON = ['seasonStart', 'seasonEnd', 'closedDays', 'blackoutDates']

export async function observe(db: Db, ownerId: number): Promise<Observed> {
  const { rows } = await sql<Observed>`
    select me.email, me.pending_email as "pendingEmail",
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
      exists (select from bookings where user_id not in (select id from users where tests_for is not null)) as "hasBookings",
      (select json_build_object('id', b.id, 'date', b.trip_date, 'email', b.email, 'isPending', b.status = 'PENDING')
        from bookings b join users u on u.id = b.user_id
        where u.tests_for is not null and b.status <> 'CANCELLED'
        order by b.id desc limit 1) as "testBooking",
      (select json_build_object('cents', a.amount_cents, 'wentBack', case when a.outcome = 'VOIDED' or o.kind = 'VOID'
          then 'CANCELED' else 'REFUNDED' end)
        from bookings b join users u on u.id = b.user_id join payment_attempts a on a.booking_id = b.id
          left join refunds r on r.attempt_id = a.id and r.outcome = 'REFUNDED' left join refund_orders o on o.id = r.order_id
        where u.tests_for is not null and b.status = 'CANCELLED' and (a.outcome = 'VOIDED' or r.id is not null)
        order by a.id desc limit 1) as tested,
      (exists (select from second_factors where user_id = me.id and confirmed_at is not null)
        or exists (select from passkeys where user_id = me.id)) as "hasSecondStep"
    from users me where me.id = ${ownerId}`.execute(db)
  return rows[0]!
}

/** True if it was not said before. */
export async function say(tx: Db, now: Date, ownerId: number, step: Said): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('opening')
    .values({ step, said_by: ownerId, said_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** True if it was said. */
export async function unsay(tx: Db, step: Said): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('opening').where('step', '=', step).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
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

interface Test {
  guestId: number
  ownerId: number
  /** When it began, or booked. */
  usedAt: Date
  isPaying: boolean
  /** What is still booked. */
  bookings: number[]
}

/** The test that has not been cleaned up; its guest may have been closed by hand. */
export async function findTest(db: Db): Promise<Test | undefined> {
  const { rows } = await sql<Test>`
    select u.id as "guestId", u.tests_for as "ownerId", greatest(u.created_at, (select max(created_at) from bookings where user_id = u.id)) as "usedAt",
      exists (select from payment_attempts where user_id = u.id and outcome is null) as "isPaying",
      array(select b.id from bookings b where b.user_id = u.id and b.status <> 'CANCELLED' order by b.id) as bookings
    from users u where u.tests_for is not null and (u.closed_at is null
      or exists (select from bookings where user_id = u.id and status <> 'CANCELLED'))
    order by u.id limit 1`.execute(db)
  return rows[0]
}
