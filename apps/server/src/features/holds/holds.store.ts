import type { BookingConfig } from '@arcadia/contract/configuration'
import { type TripDate, venueDate } from '@arcadia/contract/trip-date'
import { type Generated, type RawBuilder, sql } from 'kysely'
import type { Row } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'
import { ENDED_COUNTS_MS, type UnpaidClaim } from './unpaid-claims.rules.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    holds: {
      id: string
      user_id: number
      trip_date: string
      number_of_guests: number
      deposit_per_guest_cents: number
      standard_package_price_cents: number
      trophy_package_price_cents: number
      rider_price_cents: Generated<number>
      private_spots: Generated<number | null>
      private_spot_price_cents: Generated<number | null>
      duration_minutes: number
      /** Set if the hold counts toward the limits on unpaid claims. */
      network: string | null
      press_key: Generated<string | null>
      waitlist_entry_id: Generated<number | null>
      created_at: Date
      expires_at: Date
      released_at: Generated<Date | null>
      is_lapsed: Generated<boolean>
      ended_by: Generated<'TAKEN' | 'ENTERED' | 'CALLED_OFF' | null>
      consumed_at: Generated<Date | null>
      booking_id: Generated<number | null>
      /** The booking that an angler joins with it. */
      adds_to: Generated<number | null>
    }
    /** A trigger writes it (migrations/functions/holds.sql). */
    unpaid_ends: {
      user_id: number
      number_of_guests: number
      network: string
      ended_at: Date
    }
  }
}

/** What a hold freezes beside what an empty spot costs. */
export type FrozenPrices = Pick<BookingConfig, 'depositPerGuest' | 'standardPackagePrice' | 'trophyPackagePrice'>

export interface WantedHold {
  userId: number
  day: TripDate
  guests: number
  isPrivate?: boolean | undefined
  /** Null if it counts toward no limit. */
  network: string | null
  /** Set if a payment brings it along. */
  pressKey?: string | undefined
  /** The booking that an angler joins with it, whose prices it has. */
  addsTo?: { bookingId: number; prices: FrozenPrices }
}

/** A customer's own hold to release. */
export interface Release {
  userId: number
  id: string
}

/**
 * Takes the locks for new holds and releases. Holds of one user run one at a time across tabs and processes, and so do all that
 * count toward the limits on unpaid claims. Returns each active customer's hold that is neither released nor consumed, except
 * offers; it may be expired.
 */
export async function lockForHolds(tx: Db, allWanted: readonly WantedHold[], releases: readonly Release[]) {
  const { rows } = await sql<{
    is_release: boolean
    customer: number
    id: string | null
    day: TripDate | null
  }>`select * from lock_for_holds(${allWanted.map(({ userId }) => userId)}, ${allWanted.map(({ day }) => day)}::date[],
      ${allWanted.some(isCounted)}, ${releases.map(({ userId }) => userId)},
      ${releases.map(({ id }) => id)}::uuid[])`.execute(tx)
  return {
    days: [...new Set([...allWanted.map(({ day }) => day), ...rows.flatMap(({ day }) => day ?? [])])],
    earlier: new Map(rows.filter((row) => !row.is_release).map(({ customer, id }) => [customer, id])),
    own: rows.flatMap(({ is_release, id }) => (is_release && id ? [id] : [])),
  }
}

/**
 * Enters the locked days and releases holds. Offers are kept until they expire, because closing the dialog doesn't decline
 * one. Holds expired by this statement are skipped.
 */
export async function enterToRelease(tx: Db, now: Date, days: readonly TripDate[], ids: readonly string[]) {
  await sql`with entered as materialized (select enter_days(${now.toISOString()}, ${days}::date[]))
    update holds set released_at = ${now} from entered
    where id = any (${ids}::uuid[]) and waitlist_entry_id is null
      and released_at is null and consumed_at is null and expires_at > ${now}`.execute(tx)
}

/** SQL: true if a payment in progress blocks a new hold. It is for another hold, an angler who joins, or a pending booking on the same date. */
export const paymentInTheWay = (
  userId: number | RawBuilder<unknown>,
  day: TripDate | RawBuilder<unknown>,
) => sql<boolean>`exists (
  select from payment_attempts a left join bookings b on b.id = a.booking_id
  where a.user_id = ${userId} and a.outcome is null
    and ((a.hold_id is not null and (a.booking_id is null or a.kind = 'ANGLER')) or (b.status = 'PENDING' and b.trip_date = ${day})))`

const isCounted = ({ network }: WantedHold) => network !== null

export interface Claim {
  day: TripDate
  customer: number
  booked: number
  held: number
  heldUntil: string | null
  isPrivate: boolean
}

export interface WantedFacts {
  /** The customer's earlier hold, if still live. */
  earlier: { id: string; day: TripDate; guests: number; expiresAt: string } | null
  isWaitedFor: boolean
  isPaying: boolean
  hasPaid: boolean
  isTest: boolean
  email: string | null
}

const endedSince = (now: Date) => new Date(now.getTime() - ENDED_COUNTS_MS)

/** SQL: the unpaid claims, as JSON. They are complete only under the lock. */
const unpaidClaims = (now: Date) => sql<UnpaidClaim[]>`(select coalesce(json_agg(c), '[]')
  from unpaid_claims(${endedSince(now)}) c)`

/** SQL: how many spots are booked on each upcoming day that has a booking, as JSON; of a private one, the empty ones too. */
const bookedByDay = (now: Date) => sql<
  Record<TripDate, number>
>`(select coalesce(json_object_agg(b.trip_date, b.booked), '{}')
  from (select trip_date, sum(greatest(number_of_guests, private_spots))::integer as booked from bookings
    where trip_date > ${venueDate(now)} and status <> 'CANCELLED' group by trip_date) b)`

/** Lock the days first. */
export async function lockUnpaidClaims(tx: Db): Promise<void> {
  await sql`select lock_unpaid_claims()`.execute(tx)
}

/** Reads the unpaid claims and what is booked. */
export async function readUnpaidClaims(tx: Db, now: Date) {
  return tx.selectNoFrom([unpaidClaims(now).as('unpaid'), bookedByDay(now).as('booked')]).executeTakeFirstOrThrow()
}

/**
 * Enters the locked days and reads what new holds depend on. The statement sees rows as they were before it, so holds it
 * expires are recognized by their time.
 */
export async function enterForHolds(
  tx: Db,
  now: Date,
  days: readonly TripDate[],
  allWanted: readonly (WantedHold & { earlier: string | null })[],
) {
  const counts = allWanted.some(isCounted)
  const isLive = sql`h.consumed_at is null and h.released_at is null and h.expires_at > ${now}`
  const { rows } = await sql<{
    config: Omit<Row<'booking_config'>, 'updated_at'>
    claims: Claim[]
    facts: WantedFacts[]
    unpaid: UnpaidClaim[] | null
    booked: Record<TripDate, number> | null
  }>`with entered as materialized (select enter_days(${now.toISOString()}, ${days}::date[]))
    select to_json(c) as config,
      (select coalesce(json_agg(json_build_object('day', trip_date, 'customer', user_id, 'booked', booked, 'held', held,
          'heldUntil', held_until, 'isPrivate', is_private)), '[]')
        from unnest(${days}::date[]) day, each_claim(day, day, ${now})) as claims,
      (select json_agg(json_build_object(
          'earlier', (select json_build_object('id', h.id, 'day', h.trip_date, 'guests', h.number_of_guests,
            'expiresAt', h.expires_at) from holds h where h.id = w.earlier and ${isLive}),
          'isWaitedFor', exists (select from waitlist_entries where trip_date = w.day and ended_at is null),
          'isPaying', ${paymentInTheWay(sql`w.user_id`, sql`w.day`)},
          'hasPaid', has_paid(w.user_id), 'isTest', exists (select from users where id = w.user_id and tests_for is not null), 'email', (select email from users u where u.id = w.user_id)) order by w.place)
        from unnest(${allWanted.map(({ userId }) => userId)}::integer[], ${allWanted.map(({ day }) => day)}::date[],
          ${allWanted.map(({ earlier }) => earlier)}::uuid[]) with ordinality w (user_id, day, earlier, place)) as facts,
      case when ${counts} then ${unpaidClaims(now)} end as unpaid,
      case when ${counts} then ${bookedByDay(now)} end as booked
    from entered, booking_config c`.execute(tx)
  return rows[0]!
}

/** Deletes what no longer counts. */
export async function forgetUnpaidEnds(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('unpaid_ends').where('ended_at', '<=', endedSince(now)).execute()
}

/** A hold being paid is kept until the outcome. */
export const NOT_BEING_PAID = sql<boolean>`not is_being_paid(holds.id)`

/** Dates with expired holds that are not marked as released yet. */
export async function listDatesToExpire(db: Db, now: Date): Promise<TripDate[]> {
  const rows = await db
    .selectFrom('holds')
    .select('trip_date')
    .distinct()
    .where('consumed_at', 'is', null)
    .where('released_at', 'is', null)
    .where('expires_at', '<=', now)
    .where(NOT_BEING_PAID)
    .orderBy('trip_date')
    .execute()
  return rows.map((row) => row.trip_date)
}
