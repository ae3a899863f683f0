import type { TripDate } from '@arcadia/contract/trip-date'
import { type Generated, sql } from 'kysely'
import type { NewRow, Row, RowChange } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'
import type { Part } from './shares.rules.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    shares: {
      id: Generated<number>
      booking_id: number
      /** Its place among the others of its booking. */
      place: number
      name: string
      email: string | null
      /** Of whoever booked. */
      is_own: Generated<boolean>
      weight: number
      /** What it came to when it was paid; null until then. */
      settled_cents: Generated<number | null>
      created_at: Date
      emailed_at: Generated<Date | null>
      removed_at: Generated<Date | null>
    }
  }
}

export type ShareRow = Row<'shares'> & Part

/** The shares of these bookings with what was paid of each, in their order. */
export async function listShares(db: Db, bookingIds: readonly number[]): Promise<ShareRow[]> {
  const { rows } = await sql<ShareRow>`
    select s.*, p.paid_cents as paid, p.paying_cents as paying, s.settled_cents as settled
    from shares s join paid_of_shares p on p.share_id = s.id
    where s.booking_id = any(${bookingIds}) and s.removed_at is null
    order by s.place, s.id`.execute(db)
  return rows
}

export async function findShare(db: Db, id: number): Promise<Row<'shares'> | undefined> {
  return db.selectFrom('shares').selectAll().where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst()
}

/** What can still go back of a share's money, to gift vouchers and cards. */
export async function readRefundable(db: Db, shareId: number): Promise<number> {
  const { rows } = await sql<{ cents: number }>`select refundable_of_share(${shareId}) as cents`.execute(db)
  return rows[0]!.cents
}

/** What each of these bookings owes, and all that is being paid of it by card. */
export async function listOwed(
  db: Db,
  bookingIds: readonly number[],
): Promise<{ id: number; owed: number; paying: number }[]> {
  const { rows } = await sql<{ id: number; owed: number; paying: number }>`
    select b.id, owed(b) as owed, being_paid(b.id) as paying from bookings b where b.id = any(${bookingIds})`.execute(
    db,
  )
  return rows
}

export async function insertShare(tx: Db, share: NewRow<'shares'>): Promise<number> {
  return (await tx.insertInto('shares').values(share).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateShare(tx: Db, id: number, change: RowChange<'shares'>): Promise<void> {
  await tx.updateTable('shares').set(change).where('id', '=', id).execute()
}

/** Trips with a share that is not paid and was last emailed before. */
export async function listUnremindedTrips(
  db: Db,
  { first, last, before }: { first: TripDate; last: TripDate; before: Date },
): Promise<{ id: number; tripDate: TripDate }[]> {
  const { rows } = await sql<{ id: number; tripDate: TripDate }>`
    select b.id, b.trip_date as "tripDate" from bookings b
    where b.status = 'CONFIRMED' and not b.is_paid and b.trip_date between ${first} and ${last} and exists (
      select from shares s join paid_of_shares p on p.share_id = s.id
      where s.booking_id = b.id and s.removed_at is null and s.email is not null
        and p.paid_cents < coalesce(s.settled_cents, p.paid_cents + 1)
        and coalesce(s.emailed_at, s.created_at) < ${before})
    order by b.id limit 100`.execute(db)
  return rows
}

/** Erases whose the shares of old bookings were. */
export async function blankShares(tx: Db, _now: Date, bookingIds: readonly number[]): Promise<void> {
  await tx.updateTable('shares').set({ name: 'Removed', email: null }).where('booking_id', 'in', bookingIds).execute()
}
