import {
  type getSeasonMoney,
  type listMoneyEntries,
  type MoneyEntry,
  MoneyMethod,
} from '@arcadia/contract/admin/bookkeeping'
import { readCheckNote } from '@arcadia/contract/admin/manual-payments'
import type { Input, Output } from '@arcadia/contract/endpoint'
import type { Page } from '@arcadia/contract/lists'
import { VENUE_TIME_ZONE, venueDate } from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import { readPage } from '../../database/read-page.ts'
import type { Db } from '../../database/transaction.ts'

type SeasonMoney = Output<typeof getSeasonMoney>

/**
 * Everything that the books list, whenever it happened: what comes in above zero, what goes back below. A charge that was voided is
 * left out with what it gave back, because no bank statement has either, and what was written down by mistake and removed was never
 * received (docs/rules.md §9.6). A tip, and what goes back of one, names its tip and no booking.
 */
export const entries = sql`(
  select a.outcome_at as at, false as is_back, 0 as part, a.id as row, 'CARD' as method, a.amount_cents - voided.cents as cents, a.charge_id as provider_id,
    case when a.kind = 'GIFT_VOUCHER' then 'VOUCHER_SOLD' when a.kind = 'TIP' then 'TIP'
      when a.kind = 'BALANCE' then kind_of_payment(b, a.amount_cents, (
        coalesce((select sum(amount_cents) from payment_attempts where booking_id = b.id and outcome = 'CAPTURED' and id < a.id), 0)
        + coalesce((select sum(cents) from money_in where booking_id = b.id and method <> 'CARD' and at <= a.outcome_at), 0))::integer)
      else 'DEPOSIT' end as kind,
    a.booking_id, full_name(a.booking_data ->> 'firstName', a.booking_data ->> 'lastName') as payer,
    null as note, null::text as check_note, null::integer as admin_id, v.id as voucher_id,
    case when a.kind = 'TIP' then a.id end as tip_id
  from payment_attempts a
    cross join lateral (select coalesce(sum(cents), 0)::integer as cents from never_taken where attempt_id = a.id) voided
    left join bookings b on b.id = a.booking_id
    left join gift_vouchers v on v.attempt_id = a.id
  where a.outcome = 'CAPTURED' and a.amount_cents > voided.cents
  union all
  select r.outcome_at, true, 1, r.id, 'CARD', -r.amount_cents, r.provider_refund_id,
    case o.kind when 'CHARGED_BACK' then 'CHARGED_BACK' else 'REFUND' end, o.booking_id, v.sender_name, o.description, null, null, o.voucher_id, o.tip_id
  from refunds r join refund_orders o on o.id = r.order_id left join gift_vouchers v on v.id = o.voucher_id
  where r.outcome in ('REFUNDED', 'WON_BACK') and r.attempt_id is not null and r.id not in (select refund_id from never_taken)
  union all
  select r.won_at, true, 4, r.id, 'CARD', r.amount_cents, null, 'WON_BACK', o.booking_id, v.sender_name, o.description, null, null, o.voucher_id, o.tip_id
  from refunds r join refund_orders o on o.id = r.order_id left join gift_vouchers v on v.id = o.voucher_id
  where r.outcome = 'WON_BACK'
  union all
  select p.created_at, p.is_given_back, 2, p.id, p.method, p.amount_cents, null,
    case when p.is_given_back then 'GIVEN_BACK' when p.reverses is not null then 'TAKEN_BACK'
      when p.voucher_id is not null then 'VOUCHER_SOLD'
      else kind_of_payment(b, p.amount_cents, (
        coalesce((select sum(amount_cents) from manual_payments where booking_id = b.id and not is_given_back and id < p.id), 0)
        + coalesce((select sum(cents) from money_in where booking_id = b.id and method in ('CARD', 'VOUCHER') and at <= p.created_at), 0))::integer)
      end,
    p.booking_id, v.sender_name, p.note, case p.method when 'CHECK' then coalesce(back.note, p.note) end, p.admin_id, p.voucher_id, null
  from manual_payments p left join bookings b on b.id = p.booking_id
    left join manual_payments back on back.id = p.reverses left join gift_vouchers v on v.id = p.voucher_id
  union all
  select coalesce(h.consumed_at, u.created_at), u.cents < 0, 3, u.id, 'VOUCHER', u.cents, null,
    case when u.cents > 0 then 'VOUCHER_USED' else 'VOUCHER_REFUNDED' end,
    coalesce(u.booking_id, h.booking_id), null, null, null, null, u.voucher_id, null
  from gift_voucher_uses u left join holds h on h.id = u.hold_id
  where u.freed_at is null and coalesce(u.booking_id, h.booking_id) is not null)`

const atVenue = sql`at at time zone ${VENUE_TIME_ZONE}`
const yearBegins = (year: number) => sql`make_date(${year}, 1, 1)::timestamp at time zone ${VENUE_TIME_ZONE}`
const isIn = (year: number) => sql`at >= ${yearBegins(year)} and at < ${yearBegins(year + 1)}`
const isTripIn = (year: number) =>
  sql`b.trip_date >= make_date(${year}, 1, 1) and b.trip_date < make_date(${year + 1}, 1, 1)`
/** Not a test of an owner's, whose money has lines all the same (docs/rules.md §9.11). */
const isOfGuest = sql`b.user_id not in (select id from users where tests_for is not null)`

/** What came in and went back in a year, by month and method. */
export async function listMoved(db: Db, year: number): Promise<SeasonMoney['moved']> {
  const { rows } = await sql<SeasonMoney['moved'][number]>`
    select to_char(${atVenue}, 'YYYY-MM') as month, method, coalesce(sum(cents) filter (where not is_back), 0)::integer as received,
      coalesce(-sum(cents) filter (where is_back), 0)::integer as "givenBack"
    from ${entries} e where ${isIn(year)} and tip_id is null
    group by 1, 2 order by 1, array_position(${MoneyMethod.options}::text[], method)`.execute(db)
  return rows
}

/** What was tipped in a year and kept, by month. */
async function listTips(db: Db, year: number): Promise<SeasonMoney['tips']> {
  const { rows } = await sql<SeasonMoney['tips'][number]>`
    select to_char(${atVenue}, 'YYYY-MM') as month, sum(cents)::integer as kept
    from ${entries} e where ${isIn(year)} and tip_id is not null group by 1 order by 1`.execute(db)
  return rows
}

/** What cards were charged in a year, by month: every capture that settled, whatever went back later. */
async function listCardVolume(db: Db, year: number): Promise<SeasonMoney['cardVolume']> {
  const { rows } = await sql<SeasonMoney['cardVolume'][number]>`
    select to_char(${atVenue}, 'YYYY-MM') as month, sum(cents)::integer as charged
    from ${entries} e where ${isIn(year)} and part = 0 group by 1 order by 1`.execute(db)
  return rows
}

/** The money of a year and of its trips, and how the one becomes the other (docs/rules.md §9.6). */
export async function sumSeason(db: Db, now: Date, year: number): Promise<SeasonMoney> {
  const [moved, tips, cardVolume, { rows: months }, { rows: bridge }, { rows: years }, { rows: vouchers }] =
    await Promise.all([
      listMoved(db, year),
      listTips(db, year),
      listCardVolume(db, year),
      sql<SeasonMoney['months'][number]>`
      select to_char(b.trip_date, 'YYYY-MM') as month, (count(*) filter (where outcome_of(b) in ('ON', 'TOOK_PLACE') and ${isOfGuest}))::integer as trips,
        coalesce(sum(paid), 0)::integer as paid, coalesce(sum(refunded), 0)::integer as refunded,
        (coalesce(sum(owed(b)) filter (where b.status in ('CONFIRMED', 'COMPLETED') and ${isOfGuest}), 0))::integer as due
      from bookings b
      left join (select booking_id, sum(cents) filter (where not is_back) as paid, -sum(cents) filter (where is_back) as refunded
        from ${entries} e group by 1) e on e.booking_id = b.id
      where ${isTripIn(year)} group by 1 order by 1`.execute(db),
      sql<SeasonMoney['bridge']>`
      with e as (select cents, method = 'VOUCHER' as is_voucher, ${isIn(year)} as is_in, booking_id is null as is_without,
          coalesce(${isTripIn(year)}, false) as is_trip
        from ${entries} e left join bookings b on b.id = e.booking_id where tip_id is null)
      select coalesce(sum(cents) filter (where is_in and not is_voucher), 0)::integer as moved,
        -coalesce(sum(cents) filter (where is_in and not is_voucher and is_without), 0)::integer as "withoutTrip",
        -coalesce(sum(cents) filter (where is_in and not is_voucher and not is_without and not is_trip), 0)::integer as "forOtherYears",
        coalesce(sum(cents) filter (where not is_in and not is_voucher and is_trip), 0)::integer as "inOtherYears",
        coalesce(sum(cents) filter (where is_voucher and is_trip), 0)::integer as "byVoucher",
        coalesce(sum(cents) filter (where is_trip), 0)::integer as trips
      from e`.execute(db),
      sql<{ year: number }>`
      select distinct extract(year from trip_date)::integer as year from bookings
      union select distinct extract(year from ${atVenue})::integer from ${entries} e
      order by 1 desc`.execute(db),
      sql<{ left: number }>`
      select coalesce(sum(coalesce(gift_voucher_fixed(v.id, ${now}), v.cents) - coalesce(used.cents, 0)), 0)::integer as "left" from gift_vouchers v
      left join lateral (
        select sum(u.cents) as cents from gift_voucher_uses u
        where u.voucher_id = v.id and gift_voucher_use_stands(u, ${now})
      ) used on true
      where v.voided_at is null and (v.expires_on is null or v.expires_on >= ${venueDate(now)})
        and v.issued_at < ${yearBegins(year + 1)}`.execute(db),
    ])
  const sum = (name: 'trips' | 'paid' | 'refunded' | 'due') => months.reduce((total, month) => total + month[name], 0)
  return {
    years: years.map(({ year }) => year),
    moved,
    tips,
    cardVolume,
    months,
    all: { trips: sum('trips'), paid: sum('paid'), refunded: sum('refunded'), due: sum('due') },
    bridge: bridge[0]!,
    vouchersLeft: vouchers[0]!.left,
  }
}

interface EntryRow extends Pick<MoneyEntry, 'id' | 'at' | 'method' | 'kind'> {
  tip_id: number | null
  guide: string | null
  cents: number
  provider_id: string | null
  booking_id: number | null
  confirmation_number: string | null
  trip_date: string | null
  guest: string
  note: string | null
  check_note: string | null
  recorded_by: string | null
  is_sold: boolean | null
  sender_name: string | null
  recipient_name: string | null
}

/** The entries of a year, latest first; each keeps its number, because they are counted from the oldest. */
export async function listEntries(
  db: Db,
  { year, ...window }: Input<typeof listMoneyEntries>['query'],
): Promise<Page<MoneyEntry>> {
  const numbered = sql<EntryRow>`(
    select row_number() over (order by e.at, e.part, e.row)::integer as id, e.at, e.method, e.kind, e.cents, e.provider_id,
      b.id as booking_id, b.confirmation_number, b.trip_date, e.tip_id, person_name(g) as guide,
      case when e.tip_id is not null then tipped.booking_data ->> 'firstName'
        when b.id is null then e.payer else full_name(b.first_name, b.last_name) end as guest,
      e.note, e.check_note, person_name(u) as recorded_by,
      v.is_sold, v.sender_name, v.recipient_name
    from ${entries} e left join tips t on t.attempt_id = e.tip_id left join payment_attempts tipped on tipped.id = e.tip_id
      left join bookings b on b.id = coalesce(e.booking_id, t.booking_id) left join users g on g.id = t.guide_id left join users u on u.id = e.admin_id
      left join gift_vouchers v on v.id = e.voucher_id
    where ${isIn(year)})`
  const found = db.selectFrom(numbered.as('e')).selectAll().orderBy('id', 'desc')
  return readPage(window, found, async (page) => (await page.execute()).map(toEntry))
}

function toEntry(row: EntryRow): MoneyEntry {
  const { id, at, method, kind, cents, booking_id, confirmation_number, trip_date, guest, provider_id } = row
  const booking =
    booking_id === null ? null : { id: booking_id, confirmationNumber: confirmation_number!, selectedDate: trip_date! }
  return {
    id,
    at,
    kind,
    method,
    direction: cents < 0 ? 'BACK' : 'IN',
    amount: Math.abs(cents),
    isTip: row.tip_id !== null,
    booking,
    guest,
    note: noteOf(row),
    checkNumber: readCheckNote(row.check_note).checkNumber,
    recordedBy: row.recorded_by,
    providerId: provider_id,
  }
}

function noteOf({
  kind,
  method,
  booking_id,
  is_sold,
  sender_name,
  recipient_name,
  guide,
  ...row
}: EntryRow): string | null {
  // Of a check that was given back or removed, the note is why.
  const note = row.check_note === row.note ? readCheckNote(row.note).note : row.note
  if (row.tip_id !== null) return [guide && `Tip for ${guide}`, note].filter(Boolean).join(', ') || null
  if (booking_id === null && recipient_name !== null) return [`For ${recipient_name}`, note].filter(Boolean).join(', ')
  if (method === 'VOUCHER') return is_sold ? `Voucher sold to ${sender_name}` : `Voucher given by ${sender_name}`
  if (booking_id === null && is_sold === null) return 'No booking was made'
  return note
}
