import type { getSeasonMoney, listMoneyEntries, MoneyEntry } from '@arcadia/contract/admin/bookkeeping'
import type { Input, Output } from '@arcadia/contract/endpoint'
import type { Page } from '@arcadia/contract/lists'
import { VENUE_TIME_ZONE, venueDate } from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import { readPage } from '../../database/read-page.ts'
import type { Db } from '../../database/transaction.ts'

type SeasonMoney = Output<typeof getSeasonMoney>

/** Income from a year's trips, by month (docs/rules.md §9.6). */
export async function sumSeason(db: Db, now: Date, year: number): Promise<SeasonMoney> {
  const [{ rows: months }, { rows: years }, { rows: vouchers }] = await Promise.all([
    sql<SeasonMoney['months'][number]>`
      select to_char(b.trip_date, 'YYYY-MM') as month, (count(*) filter (where b.status <> 'CANCELLED'))::integer as trips,
        sum(paid)::integer as paid, sum(refunded)::integer as refunded,
        (coalesce(sum(owed(b)) filter (where b.status in ('CONFIRMED', 'COMPLETED')), 0))::integer as due
      from bookings b
      cross join lateral (select coalesce(sum(cents), 0) as paid from money_in where booking_id = b.id) came
      cross join lateral (select coalesce(sum(cents), 0) as refunded from money_back where booking_id = b.id) went
      where b.trip_date >= make_date(${year}, 1, 1) and b.trip_date < make_date(${year + 1}, 1, 1)
      group by 1 order by 1`.execute(db),
    sql<{ year: number }>`
      select year::integer from (select min(trip_date) as first, max(trip_date) as last from bookings) b,
        generate_series(extract(year from last), extract(year from first), -1) year
      where exists (select from bookings
        where trip_date >= make_date(year::integer, 1, 1) and trip_date < make_date(year::integer + 1, 1, 1))
      order by 1 desc`.execute(db),
    sql<{ left: number }>`
      select coalesce(sum(v.cents - coalesce(used.cents, 0)), 0)::integer as "left" from gift_vouchers v
      left join payment_attempts a on a.id = v.attempt_id
      left join lateral (
        select sum(u.cents) as cents from gift_voucher_uses u
        where u.voucher_id = v.id and gift_voucher_use_stands(u, ${now})
      ) used on true
      where v.voided_at is null and (v.expires_on is null or v.expires_on >= ${venueDate(now)})
        and (v.attempt_id is null or a.outcome = 'CAPTURED')`.execute(db),
  ])
  const sum = (name: 'trips' | 'paid' | 'refunded' | 'due') => months.reduce((total, month) => total + month[name], 0)
  return {
    years: years.map(({ year }) => year),
    months,
    all: { trips: sum('trips'), paid: sum('paid'), refunded: sum('refunded'), due: sum('due') },
    vouchersLeft: vouchers[0]!.left,
  }
}

interface EntryRow {
  id: number
  at: Date
  method: MoneyEntry['method']
  amount: number
  provider_id: string | null
  booking_id: number | null
  confirmation_number: string | null
  trip_date: string | null
}

/** Every payment and refund of a year, oldest first, so new entries don't shift pages. */
export async function listEntries(
  db: Db,
  { year, ...window }: Input<typeof listMoneyEntries>['query'],
): Promise<Page<MoneyEntry>> {
  const from = sql`make_date(${year}, 1, 1)::timestamp at time zone ${VENUE_TIME_ZONE}`
  const to = sql`make_date(${year + 1}, 1, 1)::timestamp at time zone ${VENUE_TIME_ZONE}`
  const entries = sql`
    select outcome_at as at, 'CARD' as method, amount_cents as amount, charge_id as provider_id, booking_id, 0 as part, id as row
    from payment_attempts where outcome = 'CAPTURED' and outcome_at >= ${from} and outcome_at < ${to}
    union all
    select r.outcome_at, 'CARD', -r.amount_cents, r.provider_refund_id, a.booking_id, 1, r.id
    from refunds r join payment_attempts a on a.id = r.attempt_id
    where r.outcome = 'REFUNDED' and r.outcome_at >= ${from} and r.outcome_at < ${to}
    union all
    select created_at, method, amount_cents, null, booking_id, 2, id
    from manual_payments where created_at >= ${from} and created_at < ${to}`
  const numbered = sql<EntryRow>`(
    select row_number() over (order by e.at, e.part, e.row)::integer as id,
      e.at, e.method, e.amount, e.provider_id, e.booking_id, b.confirmation_number, b.trip_date
    from (${entries}) e left join bookings b on b.id = e.booking_id)`
  const found = db.selectFrom(numbered.as('e')).selectAll().orderBy('id')
  return readPage(window, found, async (page) => (await page.execute()).map(toEntry))
}

function toEntry({ id, at, method, amount, provider_id, booking_id, confirmation_number, trip_date }: EntryRow) {
  const booking =
    booking_id === null ? null : { id: booking_id, confirmationNumber: confirmation_number!, selectedDate: trip_date! }
  const direction = amount < 0 ? ('BACK' as const) : ('IN' as const)
  return { id, at, method, direction, amount: Math.abs(amount), booking, providerId: provider_id }
}
