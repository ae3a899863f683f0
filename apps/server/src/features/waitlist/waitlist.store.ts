import type { DayClaims } from '@arcadia/contract/availability'
import type { TripDate } from '@arcadia/contract/trip-date'
import type { WaitlistEntry } from '@arcadia/contract/waitlist'
import { type Generated, sql } from 'kysely'
import { DAY_MS } from '../../clock.ts'
import type { NewRow, Row } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'
import { toCurrentHold } from '../holds/current-hold.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    waitlist_entries: {
      id: Generated<number>
      user_id: number
      trip_date: string
      number_of_guests: number
      /** Set if offers to it count toward the limits on unpaid claims. */
      network: string | null
      created_at: Date
      ended_at: Generated<Date | null>
    }
  }
}

/** How long the customer still sees an offer that expired. */
const SHOWN_FOR_MS = DAY_MS

export type EntryRow = Row<'waitlist_entries'>

/** How long an offer that ended unpaid puts its network behind the others waiting for that date (docs/rules.md §2.10). */
const BEHIND_FOR_MS = DAY_MS

export interface WaitingRow extends EntryRow {
  email: string
  has_paid: boolean
}

/**
 * A day's entries without an offer, in line order. Someone with an open offer for another date waits for that to end, and who
 * has never paid comes after the others if an offer to the same network for this date just ended unpaid.
 */
export async function listLine(db: Db, date: string, now: Date): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select w.*, u.email, has_paid(w.user_id) as has_paid
    from waitlist_entries w join users u on u.id = w.user_id
    where w.trip_date = ${date} and w.ended_at is null
      and not exists (select from holds h where h.waitlist_entry_id = w.id)
      and not exists (select from holds h where h.user_id = w.user_id and h.waitlist_entry_id is not null
        and h.consumed_at is null and h.released_at is null and h.expires_at > ${now})
    order by not has_paid(w.user_id) and exists (select from holds h
      where h.trip_date = w.trip_date and h.network = w.network and h.waitlist_entry_id is not null
        and h.consumed_at is null and h.released_at > ${new Date(now.getTime() - BEHIND_FOR_MS)}), w.id`.execute(db)
  return rows
}

/** Days with a waitlist, from a date on. */
export async function listWaitedDays(db: Db, from: string): Promise<string[]> {
  const rows = await db
    .selectFrom('waitlist_entries')
    .select('trip_date')
    .distinct()
    .where('ended_at', 'is', null)
    .where('trip_date', '>=', from)
    .orderBy('trip_date')
    .execute()
  return rows.map((row) => row.trip_date)
}

/** A user's entries, plus for a day their expired offers, unless they are waiting for that date again or have booked it. */
export async function listEntriesOf(db: Db, userId: number, now: Date): Promise<WaitlistEntry[]> {
  const entries = await db
    .selectFrom('waitlist_entries')
    .selectAll()
    .where('user_id', '=', userId)
    .where(({ or, and, not, exists, eb, selectFrom }) =>
      or([
        eb('ended_at', 'is', null),
        and([
          eb('ended_at', '>', new Date(now.getTime() - SHOWN_FOR_MS)),
          not(
            exists(
              selectFrom('bookings as b')
                .select('b.id')
                .whereRef('b.user_id', '=', 'waitlist_entries.user_id')
                .whereRef('b.trip_date', '=', 'waitlist_entries.trip_date')
                .where('b.status', '!=', 'CANCELLED'),
            ),
          ),
        ]),
      ]),
    )
    .orderBy('trip_date')
    .orderBy('id', 'desc')
    .execute()
  const offers = await db
    .selectFrom('holds as h')
    .selectAll()
    .select(sql<boolean>`is_being_paid(h.id)`.as('is_being_paid'))
    .where('user_id', '=', userId)
    .where('waitlist_entry_id', 'is not', null)
    .execute()
  const isNewest = (entry: EntryRow) => entries.find(({ trip_date }) => trip_date === entry.trip_date) === entry
  return entries.flatMap((entry) => {
    const offer = offers.find((hold) => hold.waitlist_entry_id === entry.id)
    const isLive = offer && !offer.consumed_at && !offer.released_at && offer.expires_at > now
    const hasExpired =
      offer && !offer.consumed_at && !offer.is_being_paid && (offer.is_lapsed || offer.expires_at <= now)
    const isWaiting = !entry.ended_at && !offer
    // The offer was taken, declined or is being paid, so there is nothing to show.
    if (!isWaiting && !isLive && !(hasExpired && isNewest(entry))) return []
    return {
      id: entry.id,
      selectedDate: entry.trip_date,
      numberOfGuests: entry.number_of_guests,
      createdAt: entry.created_at,
      offer: isLive ? toCurrentHold(offer) : null,
      lapsedAt: hasExpired ? offer.expires_at : null,
    }
  })
}

/** A user's own active entry. */
export async function findEntry(db: Db, userId: number, id: number): Promise<EntryRow | undefined> {
  return db
    .selectFrom('waitlist_entries')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

export async function insertEntry(tx: Db, entry: Omit<NewRow<'waitlist_entries'>, 'id' | 'ended_at'>): Promise<number> {
  const { id } = await tx.insertInto('waitlist_entries').values(entry).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Ends one entry, or all of a customer's. */
export async function endEntries(tx: Db, now: Date, column: 'id' | 'user_id', id: number): Promise<void> {
  await tx
    .updateTable('waitlist_entries')
    .set({ ended_at: now })
    .where(column, '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/** The account of an address that is in any line. */
export async function findWhoWaits(db: Db, email: string): Promise<number | undefined> {
  const found = await db
    .selectFrom('waitlist_entries as w')
    .innerJoin('users as u', 'u.id', 'w.user_id')
    .select('u.id')
    .where(sql`lower(u.email)`, '=', email.toLowerCase())
    .where('u.is_active', '=', true)
    .where('w.ended_at', 'is', null)
    .executeTakeFirst()
  return found?.id
}

/** The lines that a customer is in. */
export async function listLinesOf(db: Db, userId: number): Promise<Pick<EntryRow, 'id' | 'trip_date'>[]> {
  return db
    .selectFrom('waitlist_entries')
    .select(['id', 'trip_date'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .orderBy('trip_date')
    .execute()
}

/** Days on which a customer holds or waits for spots. */
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

/** Ends a day's entries whose offer was taken, returned or expired. Needs the day's lock. */
export async function endServedEntries(tx: Db, now: Date, date: string): Promise<void> {
  await sql`
    update waitlist_entries w set ended_at = ${now}
    from holds h
    where h.waitlist_entry_id = w.id and w.trip_date = ${date} and w.ended_at is null
      and (h.consumed_at is not null or (h.released_at is not null and not is_being_paid(h.id)))`.execute(tx)
}

/** What bookings alone claim of a day, as seen by a customer. */
export async function bookedOfDay(tx: Db, date: TripDate, customer: number): Promise<DayClaims> {
  const { rows } = await sql<{ booked: number; own: number; is_private: boolean }>`
    select coalesce(sum(number_of_guests), 0)::integer as booked,
      coalesce(sum(number_of_guests) filter (where user_id = ${customer}), 0)::integer as own,
      coalesce(bool_or(private_spots is not null), false) as is_private
    from bookings where trip_date = ${date} and status <> 'CANCELLED'`.execute(tx)
  const { booked, own, is_private } = rows[0]!
  return { booked, own, held: 0, privately: is_private ? 'BOOKED' : undefined }
}
