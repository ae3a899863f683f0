import type { DayClaims } from '@arcadia/contract/availability'
import type { TripDate } from '@arcadia/contract/trip-date'
import type { Generated } from 'kysely'
import { type Selectable, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'
import type { HoldRow } from './current-hold.ts'
import { IDLE_EXPIRIES_REMEMBERED_MS } from './holds.rules.ts'

export interface HoldsTable {
  id: string
  user_id: number
  trip_date: string
  number_of_guests: number
  deposit_per_guest_cents: number
  standard_package_price_cents: number
  trophy_package_price_cents: number
  rider_price_cents: Generated<number>
  duration_minutes: number
  network: string | null
  waitlist_entry_id: Generated<number | null>
  created_at: Date
  expires_at: Date
  released_at: Generated<Date | null>
  is_lapsed: Generated<boolean>
  consumed_at: Generated<Date | null>
  booking_id: Generated<number | null>
}

declare module '../../database/tables.ts' {
  interface Tables {
    holds: HoldsTable
  }
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** A hold of this user; a malformed, missing or foreign id is the same: nothing. */
export async function findHold(db: Db, userId: number, id: string): Promise<HoldRow | undefined> {
  if (!UUID.test(id)) return undefined
  return db.selectFrom('holds').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
}

/** Locks the day of a user's hold and answers that day; undefined as in `findHold`. */
export async function lockDayOfHold(tx: Db, userId: number, id: string): Promise<TripDate | undefined> {
  if (!UUID.test(id)) return undefined
  const { rows } = await sql<{ trip_date: TripDate }>`
    select trip_date, lock_days(array[trip_date]) from holds where id = ${id} and user_id = ${userId}`.execute(tx)
  return rows[0]?.trip_date
}

/** Enters the locked day of a hold and answers the hold as it is then. */
export async function enterDayOfHold(tx: Db, now: Date, id: string, day: TripDate): Promise<HoldRow> {
  return tx
    .with('entered', (db) =>
      db.selectNoFrom(sql`enter_days(${now.toISOString()}, array[${day}]::date[])`.as('entered')),
    )
    .selectFrom(['entered', 'holds'])
    .selectAll('holds')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

export interface EarlierHold {
  id: string | null
  day: TripDate | null
  guests: number
}

/**
 * Takes the locks of a new hold: holds of one user come one after the other, whatever tab or process asks, and so do those
 * from one network, so that they can be counted. Answers the customer's own hold that was neither released nor consumed,
 * offers aside; its time may be over. Undefined when the account is not active.
 */
export async function lockForHold(
  tx: Db,
  userId: number,
  day: TripDate,
  network: string | null,
): Promise<EarlierHold | undefined> {
  const { rows } = await sql<EarlierHold>`
    select earlier_id as id, earlier_day as day, earlier_guests as guests
    from lock_for_hold(${userId}, ${day}, ${network})`.execute(tx)
  return rows[0]
}

/** A payment under way that forbids a new hold: of a hold that is no booking yet, or of a booking on the same date. */
export const paymentInTheWay = (userId: number, day: TripDate) => sql<boolean>`exists (
  select from payment_attempts a left join bookings b on b.id = a.booking_id
  where a.user_id = ${userId} and a.outcome is null
    and ((a.booking_id is null and a.hold_id is not null) or (b.status = 'PENDING' and b.trip_date = ${day})))`

export interface HoldFacts {
  config: Selectable<Tables['booking_config']>
  /** What claims the day besides the customer's earlier hold. */
  claims: DayClaims
  isWaitedFor: boolean
  isPaying: boolean
  /** When holds of this customer and date ran out without any try to pay. */
  idleExpiries: Date[]
  /** How many other live holds were made from the network. */
  liveInNetwork: number
}

/**
 * Enters the locked days, gives back the earlier hold and reads what decides about the new one. The statement sees the
 * rows as they were before it, so a hold that runs out in it is found by its time.
 */
export async function enterForHold(
  tx: Db,
  now: Date,
  input: { userId: number; day: TripDate; network: string; earlier: EarlierHold },
): Promise<HoldFacts> {
  const { userId, day, network, earlier } = input
  const days = [day, ...(earlier.day ? [earlier.day] : [])]
  const { rows } = await sql<Omit<HoldFacts, 'config' | 'claims'> & HoldFacts['config'] & Required<DayClaims>>`
    with entered as materialized (select enter_days(${now.toISOString()}, ${days}::date[])),
    released as (
      update holds set released_at = ${now}
      where id = ${earlier.id} and released_at is null and consumed_at is null and expires_at > ${now}
        and exists (select from entered)
      returning trip_date, number_of_guests
    )
    select c.*, coalesce(d.booked, 0) as booked, d.held_until as "heldUntil",
      coalesce(d.held, 0) - coalesce((select number_of_guests from released where trip_date = ${day}), 0) as held,
      coalesce(d.own, 0) - coalesce((select number_of_guests from released where trip_date = ${day}), 0) as own,
      exists (select from waitlist_entries where trip_date = ${day} and ended_at is null) as "isWaitedFor",
      ${paymentInTheWay(userId, day)} as "isPaying",
      array(
        select h.expires_at from holds h
        where h.user_id = ${userId} and h.trip_date = ${day} and h.waitlist_entry_id is null
          and (h.is_lapsed or (h.released_at is null and h.consumed_at is null and h.expires_at <= ${now}))
          and h.expires_at > ${new Date(now.getTime() - IDLE_EXPIRIES_REMEMBERED_MS)}
          and not exists (select from payment_attempts a where a.hold_id = h.id)) as "idleExpiries",
      (select count(*)::integer from holds h
        where h.network = ${network} and h.id is distinct from ${earlier.id}::uuid
          and h.consumed_at is null and h.released_at is null and h.expires_at > ${now}) as "liveInNetwork"
    from entered, booking_config c left join claims_between(${day}, ${day}, ${now}, ${userId}) d on true`.execute(tx)
  const { booked, held, own, heldUntil, isWaitedFor, isPaying, idleExpiries, liveInNetwork, ...config } = rows[0]!
  return {
    config,
    claims: { booked, held, own, heldUntil: heldUntil ?? undefined },
    isWaitedFor,
    isPaying,
    idleExpiries,
    liveInNetwork,
  }
}

/** Dates on which a hold ran out and nobody has written it down yet. */
export async function listDatesToExpire(db: Db, now: Date): Promise<TripDate[]> {
  const rows = await db
    .selectFrom('holds')
    .select('trip_date')
    .distinct()
    .where('consumed_at', 'is', null)
    .where('released_at', 'is', null)
    .where('expires_at', '<=', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_attempts')
            .select('id')
            .whereRef('payment_attempts.hold_id', '=', 'holds.id')
            .where('payment_attempts.outcome', 'is', null),
        ),
      ),
    )
    .orderBy('trip_date')
    .execute()
  return rows.map((row) => row.trip_date)
}
