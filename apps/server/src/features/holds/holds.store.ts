import { type Selectable, sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import type { HoldsTable } from './holds.tables.ts'

export type HoldRow = Selectable<HoldsTable>

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** A hold of this user; a malformed, missing or foreign id is the same: nothing. */
export async function findHold(db: Db, userId: number, id: string): Promise<HoldRow | undefined> {
  if (!UUID.test(id)) return undefined
  return db.selectFrom('holds').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
}

/** The user's own hold that was neither released nor consumed, offers aside; there is one at the most. Its time may be over. */
export async function findUnreleasedHold(db: Db, userId: number): Promise<HoldRow | undefined> {
  return db
    .selectFrom('holds')
    .selectAll()
    .where('user_id', '=', userId)
    .where('waitlist_entry_id', 'is', null)
    .where('consumed_at', 'is', null)
    .where('released_at', 'is', null)
    .executeTakeFirst()
}

/** Holds of one user one after the other, whatever tab or process asks. */
export async function lockUser(tx: Db, userId: number): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()
}

/** Holds from one network one after the other, so that they can be counted. */
export async function lockNetwork(tx: Db, network: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(4, hashtext(${network}))`.execute(tx)
}

export async function releaseHoldRow(tx: Db, now: Date, id: string): Promise<void> {
  await tx
    .updateTable('holds')
    .set({ released_at: now })
    .where('id', '=', id)
    .where('released_at', 'is', null)
    .where('consumed_at', 'is', null)
    .execute()
}

/** Live holds made from one network. */
export async function countLiveHolds(db: Db, now: Date, network: string): Promise<number> {
  const { count } = await db
    .selectFrom('holds')
    .select((table) => table.fn.countAll<number>().as('count'))
    .where('network', '=', network)
    .where('consumed_at', 'is', null)
    .where('released_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return count
}

/** When the user's holds of this date lapsed since an instant without any try to pay, the latest first. */
export async function listIdleLapses(db: Db, userId: number, date: string, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('holds')
    .select('released_at')
    .where('user_id', '=', userId)
    .where('trip_date', '=', date)
    .where('is_lapsed', '=', true)
    .where('waitlist_entry_id', 'is', null)
    .where('released_at', '>', since)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('payment_attempts').select('id').whereRef('payment_attempts.hold_id', '=', 'holds.id'))),
    )
    .orderBy('released_at', 'desc')
    .execute()
  return rows.map((row) => row.released_at!)
}

/** Dates on which a hold ran out and nobody has written it down yet. */
export async function listDatesWithLapses(db: Db, now: Date): Promise<string[]> {
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

/** A payment under way that forbids a new hold: of a hold that is no booking yet, or of a booking on the same date. */
export async function findPaymentInTheWay(db: Db, userId: number, date: string): Promise<{ id: number } | undefined> {
  return db
    .selectFrom('payment_attempts')
    .leftJoin('bookings', 'bookings.id', 'payment_attempts.booking_id')
    .select('payment_attempts.id')
    .where('payment_attempts.user_id', '=', userId)
    .where('payment_attempts.outcome', 'is', null)
    .where(({ or, and, eb }) =>
      or([
        eb('payment_attempts.booking_id', 'is', null),
        and([eb('bookings.status', '=', 'PENDING'), eb('bookings.trip_date', '=', date)]),
      ]),
    )
    .executeTakeFirst()
}

export async function consumeHoldRow(tx: Db, now: Date, id: string, bookingId: number): Promise<void> {
  await tx.updateTable('holds').set({ consumed_at: now, booking_id: bookingId }).where('id', '=', id).execute()
}

/** Gives back what a customer holds on one day, an offer too; answers how many spots those were. */
export async function releaseHoldsOfDay(tx: Db, now: Date, userId: number, date: string): Promise<number> {
  const released = await tx
    .updateTable('holds')
    .set({ released_at: now })
    .where('user_id', '=', userId)
    .where('trip_date', '=', date)
    .where('released_at', 'is', null)
    .where('consumed_at', 'is', null)
    .returning('number_of_guests')
    .execute()
  return released.reduce((sum, hold) => sum + hold.number_of_guests, 0)
}

export async function releaseOfferRow(tx: Db, now: Date, waitlistEntryId: number): Promise<void> {
  await tx
    .updateTable('holds')
    .set({ released_at: now })
    .where('waitlist_entry_id', '=', waitlistEntryId)
    .where('released_at', 'is', null)
    .where('consumed_at', 'is', null)
    .execute()
}

/** The days on which a customer holds or waits for places. */
export async function listDaysOfCustomer(db: Db, userId: number): Promise<string[]> {
  const held = db
    .selectFrom('holds')
    .select('trip_date')
    .where('user_id', '=', userId)
    .where('consumed_at', 'is', null)
    .where('released_at', 'is', null)
  const waited = db
    .selectFrom('waitlist_entries')
    .select('trip_date')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
  const rows = await held.union(waited).execute()
  return rows.map((row) => row.trip_date).sort()
}

/** Gives back what a customer holds, or what is held of a day, offers too; a payment under way keeps its hold until its outcome. */
export async function releaseIdleHolds(
  tx: Db,
  now: Date,
  [column, value]: ['user_id', number] | ['trip_date', string],
): Promise<void> {
  await tx
    .updateTable('holds')
    .set({ released_at: now })
    .where(column, '=', value)
    .where('released_at', 'is', null)
    .where('consumed_at', 'is', null)
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
    .execute()
}
