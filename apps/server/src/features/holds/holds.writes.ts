import { randomUUID } from 'node:crypto'
import { type BookingConfig, type PrivateMorning, RIDER_PRICE } from '@arcadia/contract/configuration'
import type { TripDate } from '@arcadia/contract/trip-date'
import { type Insertable, sql } from 'kysely'
import { type Clock, MINUTE_MS } from '../../clock.ts'
import type { Tables } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'
import { countOpenSpots } from '../availability/availability.service.ts'
import type { HoldRow } from './current-hold.ts'
import type { IdleHold } from './holds.rules.ts'
import {
  type FrozenPrices,
  lockUnpaidClaims,
  NOT_BEING_PAID,
  paymentInTheWay,
  readUnpaidClaims,
} from './holds.store.ts'
import { limitUnpaid, type UnpaidLimit } from './unpaid-claims.rules.ts'

/**
 * Hold writes for other features, each in the caller's transaction and under the day's lock. They write holds only through
 * this file.
 */

export interface NewHold {
  userId: number
  day: TripDate
  guests: number
  /** The prices to freeze. */
  prices: FrozenPrices
  privateMorning?: PrivateMorning | undefined
  expiresAt: Date
  /** Where it counts against hoarding; omitted if it does not count (docs/rules.md §2.9). */
  network?: string | null
  /** The `Idempotency-Key` of the payment that came without a hold. */
  pressKey?: string | undefined
  /** The waitlist entry, when the hold is an offer. */
  waitlistEntryId?: number
  /** Set if the hold is created already consumed by this booking. */
  bookingId?: number
  /** The booking that an angler joins with it. */
  addsTo?: number | undefined
}

export async function placeHold(tx: Db, now: Date, hold: NewHold): Promise<void> {
  await placeHolds(tx, now, [hold])
}

/** Returns the holds' ids. */
export async function placeHolds(tx: Db, now: Date, holds: readonly NewHold[]): Promise<string[]> {
  const rows = holds.map((hold) => ({
    id: randomUUID(),
    user_id: hold.userId,
    trip_date: hold.day,
    number_of_guests: hold.guests,
    deposit_per_guest_cents: hold.prices.depositPerGuest,
    standard_package_price_cents: hold.prices.standardPackagePrice,
    trophy_package_price_cents: hold.prices.trophyPackagePrice,
    rider_price_cents: RIDER_PRICE,
    private_spots: hold.privateMorning?.spots ?? null,
    private_spot_price_cents: hold.privateMorning?.spotPrice ?? null,
    duration_minutes: Math.round((hold.expiresAt.getTime() - now.getTime()) / MINUTE_MS),
    network: hold.network ?? null,
    press_key: hold.pressKey ?? null,
    waitlist_entry_id: hold.waitlistEntryId ?? null,
    created_at: now,
    expires_at: hold.expiresAt,
    consumed_at: hold.bookingId ? now : null,
    booking_id: hold.bookingId ?? null,
    adds_to: hold.addsTo ?? null,
  })) satisfies Insertable<Tables['holds']>[]
  const columns = sql.join(Object.keys(rows[0]!).map((column) => sql.ref(column)))
  const insert = sql`insert into holds (${columns}) select ${columns} from json_populate_recordset(null::holds, ${JSON.stringify(rows)})`
  await insert.execute(tx)
  return rows.map(({ id }) => id)
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** This user's hold; undefined for a malformed, missing or foreign id alike. */
export async function findOwnHold(db: Db, userId: number, id: string): Promise<HoldRow | undefined> {
  if (!UUID.test(id)) return undefined
  return db.selectFrom('holds').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
}

export type LaterHold = NonNullable<Awaited<ReturnType<typeof findLaterHold>>>

/**
 * What a customer holds, pays for or booked since a hold was made: its own date's booking first, then what is held now, offers
 * aside. Canceled bookings, those entered by phone or moved to another account and, for an angler's spot, all others don't count.
 */
export function findLaterHold(db: Db, now: Date, { id, user_id, trip_date, created_at, adds_to }: HoldRow) {
  return db
    .selectFrom('holds as h')
    .leftJoin('bookings as b', 'b.id', 'h.booking_id')
    .selectAll('h')
    .select(sql<boolean>`coalesce(b.status in ('CONFIRMED', 'COMPLETED'), false)`.as('isBooked'))
    .where('h.user_id', '=', user_id)
    .where('h.id', '!=', id)
    .where(({ or, and, eb }) =>
      or([
        and([
          eb('h.consumed_at', '>=', created_at),
          eb('h.adds_to', 'is', null),
          eb.lit(adds_to === null),
          eb('b.status', '!=', 'CANCELLED'),
          eb('b.entered_by', 'is', null),
          eb('b.user_id', '=', user_id),
        ]),
        and([eb('h.consumed_at', 'is', null), sql<boolean>`is_being_paid(h.id)`]),
        and([
          eb('h.waitlist_entry_id', 'is', null),
          eb('h.consumed_at', 'is', null),
          eb('h.released_at', 'is', null),
          eb('h.expires_at', '>', now),
        ]),
      ]),
    )
    .orderBy(sql`(h.consumed_at is not null and h.trip_date = ${trip_date}) desc, h.consumed_at desc nulls first`)
    .orderBy('h.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The hold that a payment without one placed (docs/rules.md §2.9). */
export async function findHoldOfPress(db: Db, userId: number, key: string): Promise<HoldRow | undefined> {
  const holds = db.selectFrom('holds').selectAll().where('user_id', '=', userId)
  return holds.where('press_key', '=', key).executeTakeFirst()
}

/**
 * Locks the day of the user's hold and returns the hold; undefined if there is none. An expired one may not be marked as
 * released yet. Call before the transaction's first write.
 */
export async function lockHold(
  tx: Db,
  clock: Clock,
  userId: number,
  id: string,
): Promise<{ now: Date; hold: HoldRow } | undefined> {
  const day = await lockDayOfHold(tx, userId, id)
  if (!day) return undefined
  const now = clock.now()
  return { now, hold: await enterDayOfHold(tx, now, id, day) }
}

/** How long a spot is held for an angler who joins a booking. */
export async function findHeldUntil(db: Db, now: Date, bookingId: number): Promise<Date | undefined> {
  const hold = await db
    .selectFrom('holds')
    .select('expires_at')
    .where('adds_to', '=', bookingId)
    .where('released_at', 'is', null)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return hold?.expires_at
}

/** Locks the day of a user's hold and returns it; undefined as in `findOwnHold`. */
async function lockDayOfHold(tx: Db, userId: number, id: string): Promise<TripDate | undefined> {
  if (!UUID.test(id)) return undefined
  const { rows } = await sql<{ trip_date: TripDate }>`
    select trip_date, lock_days(array[trip_date]) from holds where id = ${id} and user_id = ${userId}`.execute(tx)
  return rows[0]?.trip_date
}

/** Enters the locked day of a hold and returns the hold. */
async function enterDayOfHold(tx: Db, now: Date, id: string, day: TripDate): Promise<HoldRow> {
  return tx
    .with('entered', (db) =>
      db.selectNoFrom(sql`enter_days(${now.toISOString()}, array[${day}]::date[])`.as('entered')),
    )
    .selectFrom(['entered', 'holds'])
    .selectAll('holds')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Whether a payment in progress keeps a customer from taking spots on a day. */
export async function isPayingInTheWay(tx: Db, userId: number, day: TripDate): Promise<boolean> {
  const { yes } = await tx.selectNoFrom(paymentInTheWay(userId, day).as('yes')).executeTakeFirstOrThrow()
  return yes
}

/** Counts the unpaid claims, one transaction at a time, and limits more of them. Lock the days first (docs/rules.md §2.9). */
export async function lockUnpaidLimit(tx: Db, now: Date, config: BookingConfig): Promise<UnpaidLimit> {
  await lockUnpaidClaims(tx)
  return readUnpaidLimit(tx, now, config)
}

/** The same without waiting for others, to see whether there is anything to decide. */
export async function readUnpaidLimit(tx: Db, now: Date, config: BookingConfig): Promise<UnpaidLimit> {
  const { unpaid, booked } = await readUnpaidClaims(tx, now)
  return limitUnpaid(unpaid, countOpenSpots(now, config, booked))
}

export async function consumeHold(tx: Db, now: Date, id: string, bookingId: number): Promise<void> {
  await tx.updateTable('holds').set({ consumed_at: now, booking_id: bookingId }).where('id', '=', id).execute()
}

/** The hold of an angler who joined the booking that it names. */
export async function consumeAddition(tx: Db, now: Date, id: string): Promise<void> {
  await tx.updateTable('holds').set({ consumed_at: now }).where('id', '=', id).execute()
}

const releaseUnused = (tx: Db, now: Date) =>
  tx.updateTable('holds').set({ released_at: now }).where('released_at', 'is', null).where('consumed_at', 'is', null)

export async function releaseHolds(tx: Db, now: Date, ids: readonly string[]): Promise<void> {
  await releaseUnused(tx, now).where('id', 'in', ids).execute()
}

/** Releases a hold that a payment brought along; any other stays. */
export async function releaseHoldOfPress(tx: Db, now: Date, id: string): Promise<void> {
  await releaseUnused(tx, now).where('id', '=', id).where('press_key', 'is not', null).execute()
}

/** Releases a hold offered to a waitlist entry. */
export async function releaseOffer(tx: Db, now: Date, waitlistEntryId: number): Promise<void> {
  await releaseUnused(tx, now).where('waitlist_entry_id', '=', waitlistEntryId).execute()
}

/** Releases what a customer holds on one day, offers included, for their phone booking; returns the number of spots. */
export async function releaseHoldsOfDay(tx: Db, now: Date, userId: number, day: TripDate): Promise<number> {
  const released = await releaseUnused(tx, now)
    .set({ ended_by: 'ENTERED' })
    .where('user_id', '=', userId)
    .where('trip_date', '=', day)
    .returning('number_of_guests')
    .execute()
  return released.reduce((sum, hold) => sum + hold.number_of_guests, 0)
}

/**
 * Releases a departing customer's holds, or all holds on a day that is called off, including offers, except holds being paid.
 */
export async function releaseIdleHolds(
  tx: Db,
  now: Date,
  [column, value]: ['user_id', number] | ['trip_date', TripDate],
): Promise<void> {
  await releaseUnused(tx, now)
    .set({ ended_by: column === 'trip_date' ? 'CALLED_OFF' : null })
    .where(column, '=', value)
    .where(NOT_BEING_PAID)
    .execute()
}

/** The holds and offers on a day that nobody is paying for, the latest first. Call with the day locked. */
export async function listIdleHolds(tx: Db, day: TripDate): Promise<IdleHold[]> {
  return tx
    .selectFrom('holds')
    .select(['id', 'number_of_guests as guests', 'expires_at as expiresAt'])
    .select(sql<boolean>`waitlist_entry_id is not null`.as('isOffer'))
    .where('trip_date', '=', day)
    .where('consumed_at', 'is', null)
    .where('released_at', 'is', null)
    .where(NOT_BEING_PAID)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Ends holds for a phone booking. Whoever was offered spots is back in line: the offer is no longer their entry's. */
export async function takeHolds(tx: Db, now: Date, ids: readonly string[]): Promise<void> {
  await releaseUnused(tx, now).set({ ended_by: 'TAKEN', waitlist_entry_id: null }).where('id', 'in', ids).execute()
}
