import type { listAdminBookings } from '@arcadia/contract/admin/bookings'
import type { AdminBooking } from '@arcadia/contract/bookings'
import type { Input } from '@arcadia/contract/endpoint'
import type { Page } from '@arcadia/contract/lists'
import type { TripDate } from '@arcadia/contract/trip-date'
import { type RawBuilder, sql } from 'kysely'
import { readPageOrAll } from '../../database/read-page.ts'
import { eachWord, phonePattern } from '../../database/search.ts'
import { sortOrder } from '../../database/sort-order.ts'
import type { Db } from '../../database/transaction.ts'
import { bookingsWithMoney, type KeptBooking, outcomeOf, toBooking } from './bookings.store.ts'

const SORTED_BY = {
  name: [sql`lower(b.first_name || ' ' || b.last_name)`, sql`b.id`],
  date: [sql`b.trip_date`, sql`b.id`],
  guests: [sql`b.number_of_guests`, sql`b.id`],
  total: [sql`b.total_cents`, sql`b.id`],
  deposit: [sql`b.deposit_cents`, sql`b.id`],
  status: [sql`b.status`, sql`b.created_at`, sql`b.id`],
  created: [sql`b.created_at`, sql`b.id`],
}

/** SQL on booking `b`: it is no test of an owner's (docs/rules.md §9.11). */
const isOfGuest = sql<boolean>`b.user_id not in (select id from users where tests_for is not null)`

/** SQL on booking `b`: one of these trips has a balance. The array makes payments summed once, for those that are not paid. */
const isOwing = (trips: RawBuilder<boolean>) => sql<boolean>`b.id = any(array(
  select b.id from bookings b where ${trips} and not b.is_paid and b.status <> 'CANCELLED' and owed(b) > 0))`

/** The same for trips whose balance is overdue. */
const isOverdue = (lastTrip: TripDate) =>
  isOwing(sql`b.trip_date <= ${lastTrip} and b.status in ('CONFIRMED', 'COMPLETED')`)

type Filter = Input<typeof listAdminBookings>['query']

function hasStatus(status: NonNullable<Filter['status']>, lastOverdue: TripDate): RawBuilder<boolean> {
  if (status === 'OVERDUE') return isOverdue(lastOverdue)
  return status === 'NOT_CANCELLED' ? sql`b.status <> 'CANCELLED'` : sql`b.status = ${status}`
}

/** SQL on booking `b` for each filter of the list. */
const ONLY: Record<NonNullable<Filter['only']>, (today: string) => RawBuilder<boolean>> = {
  UNPAID: () => isOwing(sql`true`),
  // A voucher can be refunded without an order, if the card payment beside it failed.
  REFUNDED: () => sql`b.id in (
    select o.booking_id from refund_orders o join refunds r on r.order_id = o.id where r.outcome = 'REFUNDED'
    union all select m.booking_id from money_back m where m.method = 'VOUCHER')`,
  TO_GIVE_BACK: () => sql`b.status = 'CANCELLED' and to_give_back(b) > 0`,
  WAIVER_MISSING: (today) => sql`b.status <> 'CANCELLED' and b.trip_date >= ${today} and ${outcomeOf} = 'ON'
    and (select w.text from waivers w order by w.version desc limit 1) is not null
    and b.number_of_guests + b.riders > (select count(*) from waiver_signatures s
      where s.booking_id = b.id and s.left_out_at is null)`,
}

interface Dates {
  first: string
  last: string
}

/** Newest first by default; `q` is searched in names, email, confirmation number and phone, or read as a trip date. */
export async function searchBookings(
  db: Db,
  filter: Filter,
  { today, dates, lastOverdue }: { today: string; dates: Dates | undefined; lastOverdue: TripDate },
): Promise<Page<AdminBooking> | AdminBooking[]> {
  const phone = phonePattern(filter.q)
  const isThen = dates && sql<boolean>`b.trip_date between ${dates.first} and ${dates.last}`
  const isNamed = sql<boolean>`(${eachWord(filter.q, (word) => sql`b.search_text like ${word}`)}
      or phone_digits(b.phone) like ${phone})`
  // April, May and June are names too.
  const isWanted = isThen && (dates.first === dates.last ? isThen : sql<boolean>`(${isThen} or ${isNamed})`)
  const matching = sql<boolean>`
    (${filter.status ? hasStatus(filter.status, lastOverdue) : sql`true`}) and
    (${filter.userId ?? null}::integer is null or b.user_id = ${filter.userId ?? null}) and
    (${filter.from ?? null}::date is null or b.trip_date >= ${filter.from ?? null}) and
    (${filter.to ?? null}::date is null or b.trip_date <= ${filter.to ?? null}) and
    (${filter.only ? ONLY[filter.only](today) : sql`true`}) and
    ${isOfGuest} and
    ${isWanted ?? isNamed}`
  const order = sortOrder(filter.sort ?? '-created', SORTED_BY)
  // Cut the page before adding payments, which would otherwise be computed for every match.
  const found = db.selectFrom('bookings as b').select('b.id').where(matching).orderBy(order)
  return readPageOrAll(filter, found, async (page) => {
    const rows = await bookingsWithMoney(db).where('b.id', 'in', page).orderBy(order).execute()
    return rows.map(toBooking)
  })
}

/** Upcoming trips by date, then past ones, latest first. */
export async function listBookingsOf(db: Db, userId: number, today: string): Promise<KeptBooking[]> {
  const rows = await bookingsWithMoney(db)
    .where('b.user_id', '=', userId)
    .orderBy(sql`b.trip_date < ${today}::date`)
    .orderBy(sql`case when b.trip_date >= ${today}::date then b.trip_date end`)
    .orderBy('b.trip_date', 'desc')
    .orderBy('b.id', 'desc')
    .execute()
  return rows.map(toBooking)
}

export async function listBookingsSince(db: Db, date: string): Promise<KeptBooking[]> {
  const rows = await bookingsWithMoney(db)
    .where('b.trip_date', '>=', date)
    .where(isOfGuest)
    .orderBy('b.trip_date')
    .orderBy('b.id')
    .execute()
  return rows.map(toBooking)
}

/** Bookings on the next `dates` trip dates, from a date on, in order. */
export async function listNextTrips(db: Db, from: TripDate, dates: number): Promise<AdminBooking[]> {
  const rows = await bookingsWithMoney(db)
    .where('b.status', '!=', 'CANCELLED')
    .where(isOfGuest)
    .where('b.trip_date', 'in', (trips) =>
      trips
        .selectFrom('bookings as b')
        .select('b.trip_date')
        .distinct()
        .where(isOfGuest)
        .where('b.status', '!=', 'CANCELLED')
        .where('b.trip_date', '>=', from)
        .orderBy('b.trip_date')
        .limit(dates),
    )
    .orderBy('b.trip_date')
    .orderBy('b.id')
    .execute()
  return rows.map(toBooking)
}

/** By date, then in booking order; with an owner's test, which takes its spots, unless only guests' trips are asked for. */
export async function listTripsBetween(
  db: Db,
  from: TripDate,
  to: TripDate,
  { ofGuestsOnly = false } = {},
): Promise<AdminBooking[]> {
  const rows = await bookingsWithMoney(db)
    .where('b.status', '!=', 'CANCELLED')
    .where('b.trip_date', '>=', from)
    .where('b.trip_date', '<=', to)
    .$if(ofGuestsOnly, (trips) => trips.where(isOfGuest))
    .orderBy('b.trip_date')
    .orderBy('b.id')
    .execute()
  return rows.map(toBooking)
}

/** Total balance of confirmed trips from a date on, in cents. */
export async function sumDue(db: Db, from: TripDate): Promise<number> {
  const { due } = await db
    .selectFrom('bookings as b')
    .select(sql<number>`coalesce(sum(owed(b)), 0)::bigint`.as('due'))
    .where('b.status', '=', 'CONFIRMED')
    .where('b.trip_date', '>=', from)
    .where(isOfGuest)
    .executeTakeFirstOrThrow()
  return due
}

/** The overdue balances, of the oldest trip first. */
export async function listOverdue(
  db: Db,
  lastOverdue: TripDate,
): Promise<{ id: number; name: string; date: TripDate; owed: number }[]> {
  return db
    .selectFrom('bookings as b')
    .select(['id', 'trip_date as date', sql<string>`full_name(first_name, last_name)`.as('name')])
    .select(sql<number>`owed(b)`.as('owed'))
    .where(isOverdue(lastOverdue))
    .where(isOfGuest)
    .orderBy('trip_date')
    .orderBy('id')
    .execute()
}
