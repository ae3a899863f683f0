import type { DashboardOverview, DashboardStats, DaySheet, SeasonFill } from '@arcadia/contract/admin/dashboard'
import { type TripDate, VENUE_TIME_ZONE } from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'

export async function countForDashboard(db: Db): Promise<DashboardStats> {
  const [users, bookings] = await Promise.all([
    db
      .selectFrom('users')
      .select(({ fn }) => [
        fn.countAll<number>().as('totalUsers'),
        fn.countAll<number>().filterWhere('is_active', '=', true).as('activeUsers'),
      ])
      .where('closed_at', 'is', null)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('bookings')
      .select(({ fn }) => [
        fn.countAll<number>().as('totalBookings'),
        fn.countAll<number>().filterWhere('status', '=', 'PENDING').as('pendingBookings'),
        fn.countAll<number>().filterWhere('status', '=', 'CONFIRMED').as('confirmedBookings'),
        fn.countAll<number>().filterWhere('status', '=', 'COMPLETED').as('completedBookings'),
        fn.countAll<number>().filterWhere('status', '=', 'CANCELLED').as('cancelledBookings'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  return { ...users, ...bookings }
}

interface Counted extends Omit<DashboardOverview['waiting'], 'overdueBalances'> {
  failedMails: number
  waitingMails: number
}

/** What waits for the owner; every part is counted in an index of open ones only. */
export async function countWaiting(db: Db): Promise<Counted> {
  const { rows } = await sql<Counted>`
    select
      (select count(*)::integer from enquiries where status = 'NEW') as enquiries,
      (select count(*)::integer from booking_queries where status = 'NEW') as "bookingQueries",
      (select count(*)::integer from refund_requests where decided_at is null) as "refundRequests",
      (select count(*)::integer from payment_failures where resolved_at is null and kind = 'REFUNDABLE')
        as "failuresToRefund",
      (select count(*)::integer from payment_failures where resolved_at is null and kind = 'NEEDS_REVIEW')
        as "failuresToReview",
      (select count(*)::integer from reviews where status = 'NEW') as reviews,
      (select count(*)::integer from day_moves m join day_move_parties p on p.move_id = m.id
        join bookings b on b.id = p.booking_id and b.trip_date = m.trip_date
        where m.closed_at is null and p.reached_at is null and b.status in ('PENDING', 'CONFIRMED'))
        as "groupsToReach",
      (select count(*)::integer from outbox_mails where status = 'FAILED') as "failedMails",
      (select count(*)::integer from outbox_mails where status = 'WAITING') as "waitingMails"`.execute(db)
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
        from refunds, start where outcome = 'REFUNDED' and attempt_id is not null and outcome_at >= start.at
      )
    select captured::bigint, (voided + cents)::bigint as refunded from taken, given_back`.execute(db)
  return rows[0]!
}

/** The days from `start` to `end` that have a trip, in order. */
export function listFilledDays(db: Db, start: TripDate, end: TripDate): Promise<SeasonFill['days']> {
  return db
    .selectFrom('bookings')
    .select([
      'trip_date as date',
      sql<number>`count(*)::integer`.as('bookings'),
      sql<number>`sum(number_of_guests)::integer`.as('anglers'),
      sql<number>`sum(total_cents)::bigint`.as('value'),
    ])
    .where('status', '!=', 'CANCELLED')
    .where('trip_date', '>=', start)
    .where('trip_date', '<=', end)
    .groupBy('trip_date')
    .orderBy('trip_date')
    .execute()
}

/** The nearest days before and after a date that have a group, each found in the index of days. */
export async function findGroupDaysAround(
  db: Db,
  date: TripDate,
): Promise<Pick<DaySheet, 'previousGroupDay' | 'nextGroupDay'>> {
  const days = db.selectFrom('bookings').where('status', '!=', 'CANCELLED')
  const [before, after] = await Promise.all([
    days
      .select(({ fn }) => fn.max('trip_date').as('date'))
      .where('trip_date', '<', date)
      .executeTakeFirst(),
    days
      .select(({ fn }) => fn.min('trip_date').as('date'))
      .where('trip_date', '>', date)
      .executeTakeFirst(),
  ])
  return { previousGroupDay: before?.date ?? null, nextGroupDay: after?.date ?? null }
}

export async function isCalledOff(db: Db, date: TripDate): Promise<boolean> {
  const open = db.selectFrom('day_moves').select('id').where('trip_date', '=', date).where('closed_at', 'is', null)
  return (await open.executeTakeFirst()) !== undefined
}

/** What the groups of a date asked and nobody has answered, the oldest first. */
export function listOpenQuestions(db: Db, date: TripDate): Promise<{ bookingId: number; text: string }[]> {
  return db
    .selectFrom('booking_queries as q')
    .innerJoin('bookings as b', 'b.id', 'q.booking_id')
    .select(['q.booking_id as bookingId', 'q.query_message as text'])
    .where('b.trip_date', '=', date)
    .where('b.status', '!=', 'CANCELLED')
    .where('q.status', 'in', ['NEW', 'IN_PROGRESS'])
    .orderBy('q.id')
    .execute()
}

/** What admins wrote down about the bookings of a date, the oldest first. */
export function listNotesOn(db: Db, date: TripDate): Promise<{ bookingId: number; text: string }[]> {
  return db
    .selectFrom('booking_notes as n')
    .innerJoin('bookings as b', 'b.id', 'n.booking_id')
    .select(['n.booking_id as bookingId', 'n.text'])
    .where('b.trip_date', '=', date)
    .where('b.status', '!=', 'CANCELLED')
    .orderBy('n.id')
    .execute()
}
