import type { DashboardOverview } from '@arcadia/contract/dashboard'
import { type TripDate, VENUE_TIME_ZONE } from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'

/** What waits for the owner; every part is counted in an index of open ones only. */
export async function countWaiting(db: Db): Promise<DashboardOverview['waiting'] & { failedMails: number }> {
  const { rows } = await sql<DashboardOverview['waiting'] & { failedMails: number }>`
    select
      (select count(*)::integer from enquiries where status = 'NEW') as enquiries,
      (select count(*)::integer from booking_queries where status = 'NEW') as "bookingQueries",
      (select count(*)::integer from refund_requests where decided_at is null) as "refundRequests",
      (select count(*)::integer from payment_failures where resolved_at is null and kind = 'REFUNDABLE')
        as "failuresToRefund",
      (select count(*)::integer from payment_failures where resolved_at is null and kind = 'NEEDS_REVIEW')
        as "failuresToReview",
      (select count(*)::integer from reviews where status = 'NEW') as reviews,
      (select count(*)::integer from outbox_mails where status = 'FAILED') as "failedMails"`.execute(db)
  return rows[0]!
}

/** Taken in cash or by check since the venue's midnight of a date, less what was taken back, in cents. */
export async function sumCash(db: Db, since: TripDate): Promise<number> {
  const { cash } = await db
    .selectFrom('manual_payments')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('cash'))
    .where('created_at', '>=', sql<Date>`${since}::timestamp at time zone ${VENUE_TIME_ZONE}`)
    .executeTakeFirstOrThrow()
  return cash
}

/** Card money since the venue's midnight of a date, in cents; what was voided was taken and given back. */
export async function sumCardMoney(db: Db, since: TripDate): Promise<{ captured: number; refunded: number }> {
  const { rows } = await sql<{ captured: number; refunded: number }>`
    with start as (select ${since}::timestamp at time zone ${VENUE_TIME_ZONE} as at),
      taken as (
        select coalesce(sum(amount_cents), 0) as captured,
          coalesce(sum(amount_cents) filter (where outcome = 'VOIDED'), 0) as voided
        from payment_attempts, start where outcome in ('CAPTURED', 'VOIDED') and outcome_at >= start.at
      ),
      given_back as (
        select coalesce(sum(amount_cents), 0) as cents
        from refunds, start where outcome = 'REFUNDED' and outcome_at >= start.at
      )
    select captured::bigint, (voided + cents)::bigint as refunded from taken, given_back`.execute(db)
  return rows[0]!
}
