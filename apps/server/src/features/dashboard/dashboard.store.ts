import type { DashboardOverview, DashboardStats, DaySheet, SeasonFill } from '@arcadia/contract/admin/dashboard'
import type { MovedParty } from '@arcadia/contract/day-moves'
import { type TripDate, VENUE_TIME_ZONE } from '@arcadia/contract/trip-date'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import { isNotToSend } from '../../mail/mail-holds.ts'
import { WAIT_FOR_A_YES } from '../../mail/outbox.ts'

export async function countForDashboard(db: Db): Promise<DashboardStats> {
  const [users, bookings] = await Promise.all([
    db
      .selectFrom('users')
      .select(({ fn }) => [
        fn.countAll<number>().as('totalUsers'),
        fn.countAll<number>().filterWhere('is_active', '=', true).as('activeUsers'),
      ])
      .where('closed_at', 'is', null)
      .where('tests_for', 'is', null)
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
      .where('user_id', 'not in', (users) => users.selectFrom('users').select('id').where('tests_for', 'is not', null))
      .executeTakeFirstOrThrow(),
  ])
  return { ...users, ...bookings }
}

type Open =
  | Exclude<keyof DashboardOverview['waiting'], 'overdueBalances'>
  | 'failedMails'
  | 'heldMails'
  | 'waitingMails'

type Named = Exclude<Open, 'failedMails' | 'heldMails' | 'waitingMails'>

/** The rows that are open of each kind. */
const open = (today: TripDate, now: Date): Readonly<Record<Open, RawBuilder<unknown>>> => ({
  enquiries: sql`enquiries where needs_reply(status)`,
  bookingQueries: sql`booking_queries where needs_reply(status)`,
  refundRequests: sql`refund_requests where decided_at is null`,
  failuresToRefund: sql`payment_failures where resolved_at is null and kind = 'REFUNDABLE'`,
  failuresToReview: sql`payment_failures where resolved_at is null and kind = 'NEEDS_REVIEW'`,
  reviews: sql`reviews where status = 'NEW'`,
  groupsToReach: toCall(today, 'OFF', stillReading(today, now)),
  groupsToTell: toCall(today, 'ON', sql`false`),
  toGiveBack: sql`(select b.* from bookings b
    where (b.gives_back or b.id in (select booking_id from day_move_parties)) and to_give_back(b) > 0) b`,
  failedMails: sql`outbox_mails where status = 'FAILED'`,
  heldMails: sql`outbox_mails where status = 'HELD' and last_error = any(${WAIT_FOR_A_YES})`,
  waitingMails: sql`outbox_mails m where status = 'WAITING' and not ${isNotToSend}`,
})

const toCall = (
  today: TripDate,
  about: NonNullable<MovedParty['call']>,
  notYet: RawBuilder<boolean>,
) => sql`(select b.* from bookings b
  join day_move_parties p on p.booking_id = b.id and p.reached_at is null
  where b.trip_date >= ${today} and to_call(p, ${today}) = ${about} and not ${notYet}) b`

/** A group has an hour to answer the email of its called-off day before it is to be called; none on the day itself (docs/rules.md §21.6). */
const stillReading = (today: TripDate, now: Date) => sql<boolean>`(b.trip_date > ${today} and exists (
  select from outbox_mails m where m.booking_id = b.id and m.kind = 'day-move-asked'
    and (m.params ->> 'moveId')::integer = p.move_id and m.status not in ('FAILED', 'HELD')
    and m.created_at > ${now}::timestamptz - interval '1 hour'))`

/** Counts what is open for the owner, all at once. */
export async function countWaiting(db: Db, today: TripDate, now: Date): Promise<Record<Open, number>> {
  const counts = Object.entries(open(today, now)).map(
    ([kind, rows]) => sql`(select count(*)::integer from ${rows}) as ${sql.id(kind)}`,
  )
  const { rows } = await sql<Record<Open, number>>`select ${sql.join(counts)}`.execute(db)
  return rows[0]!
}

const PAYER = sql`(select full_name(a.booking_data ->> 'firstName', a.booking_data ->> 'lastName')
  from payment_attempts a where a.id = attempt_id)`
const GROUP = sql`full_name(first_name, last_name)`
const CUSTOMER = sql`(select person_name(u) from users u where u.id = user_id)`

/** Hears of its day only from a call. */
const WITHOUT_EMAIL = sql`email is null`

/** Whom an open row is from, and what it says. */
const SAID: Readonly<
  Record<Named, { name: RawBuilder<unknown>; says: RawBuilder<unknown>; first?: RawBuilder<unknown> }>
> = {
  groupsToReach: { name: GROUP, says: sql`null`, first: WITHOUT_EMAIL },
  groupsToTell: { name: GROUP, says: sql`null`, first: WITHOUT_EMAIL },
  toGiveBack: { name: GROUP, says: sql`to_char(to_give_back(b) / 100.0, 'FM$999,999,990.00')` },
  failuresToReview: { name: PAYER, says: sql`reason` },
  failuresToRefund: { name: PAYER, says: sql`reason` },
  refundRequests: {
    name: sql`(select full_name(b.first_name, b.last_name) from bookings b where b.id = booking_id)`,
    says: sql`description`,
  },
  bookingQueries: { name: CUSTOMER, says: sql`query_message` },
  enquiries: { name: GROUP, says: sql`message` },
  reviews: { name: CUSTOMER, says: sql`review_text` },
}

/** How many of each kind are named at most. */
export const MOST_NAMED = 4

/** The open rows of each kind that have waited longest, by their first line; of groups to call, first those without an email. */
export async function listWaitingLongest(
  db: Db,
  today: TripDate,
  now: Date,
): Promise<DashboardOverview['waitingLongest']> {
  const rows = open(today, now)
  const kinds = (Object.keys(SAID) as Named[]).map(
    (kind) => sql`(select ${kind}::text as kind, id, coalesce(${SAID[kind].name}, '') as name,
      nullif(left(split_part(btrim(${SAID[kind].says}, E' \\n\\r\\t'), E'\\n', 1), 100), '') as line
      from ${rows[kind]} order by (${SAID[kind].first ?? sql`null`}) is true desc, id limit ${MOST_NAMED})`,
  )
  return (await sql<DashboardOverview['waitingLongest'][number]>`${sql.join(kinds, sql` union all `)}`.execute(db)).rows
}

/** Days with a trip from `start` to `end`, in order. */
export function listFilledDays(db: Db, start: TripDate, end: TripDate): Promise<SeasonFill['days']> {
  return db
    .selectFrom('bookings as b')
    .select([
      'trip_date as date',
      sql<boolean>`bool_or(outcome_of(b) = 'CALLED_OFF')`.as('isCalledOff'),
      sql<number>`count(*)::integer`.as('bookings'),
      sql<number>`coalesce(sum(number_of_guests) filter (where outcome_of(b) <> 'NO_SHOW'), 0)::integer`.as('anglers'),
      sql<boolean>`bool_or(private_spots is not null and outcome_of(b) <> 'NO_SHOW')`.as('isPrivate'),
      sql<number>`sum(total_cents)::bigint`.as('value'),
    ])
    .where('status', '!=', 'CANCELLED')
    .where('trip_date', '>=', start)
    .where('trip_date', '<=', end)
    .groupBy('trip_date')
    .orderBy('trip_date')
    .execute()
}

/** The nearest days with a group before and after a date, each found by index. */
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

/** What these groups paid by card on a date at the venue, by scanning or from a text. */
export async function listCardPaymentsOn(db: Db, date: TripDate, bookingIds: readonly number[]) {
  const { rows } = await sql<{ bookingId: number; amount: number; createdAt: Date }>`
    select booking_id as "bookingId", cents as amount, at as "createdAt" from money_in
    where method = 'CARD' and booking_id = any(${bookingIds}::integer[])
      and (at at time zone ${VENUE_TIME_ZONE})::date = ${date}`.execute(db)
  return rows.map((row) => ({ ...row, method: 'CARD' as const, recordedBy: null }))
}

/** Unanswered questions of a date's groups, oldest first. */
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

/** Admin notes on a date's bookings, oldest first. */
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
