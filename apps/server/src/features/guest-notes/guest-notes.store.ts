import type { GuestNotes, NotesOfBooking } from '@arcadia/contract/guest-notes'
import type { TripDate } from '@arcadia/contract/trip-date'
import type { Db } from '../../database/transaction.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    guest_notes: GuestNotes & { booking_id: number; updated_at: Date }
  }
}

/** Leaves out closed accounts, whose notes are about to be deleted. */
function notesOf(db: Db) {
  return db
    .selectFrom('guest_notes as n')
    .innerJoin('bookings as b', 'b.id', 'n.booking_id')
    .innerJoin('users as u', 'u.id', 'b.user_id')
    .select(['n.experience', 'n.seats', 'n.health', 'n.allergies', 'n.birthdays', 'b.id as bookingId'])
    .where('u.closed_at', 'is', null)
    .orderBy('b.id')
}

export function findNotes(db: Db, bookingId: number): Promise<NotesOfBooking | undefined> {
  return notesOf(db).where('b.id', '=', bookingId).executeTakeFirst()
}

export async function listTold(db: Db, bookingIds: readonly number[]): Promise<Set<number>> {
  if (bookingIds.length === 0) return new Set()
  const notes = await notesOf(db).where('b.id', 'in', bookingIds).execute()
  return new Set(notes.map(({ bookingId }) => bookingId))
}

/** Whom a booking's emails go to. */
export function findAddressee(db: Db, bookingId: number): Promise<{ id: number; email: string | null }> {
  return db.selectFrom('bookings').select(['id', 'email']).where('id', '=', bookingId).executeTakeFirstOrThrow()
}

export function listNotesOfDay(db: Db, date: TripDate): Promise<NotesOfBooking[]> {
  return notesOf(db).where('b.trip_date', '=', date).where('b.status', '!=', 'CANCELLED').execute()
}

export function listNotesOfCustomer(db: Db, userId: number): Promise<NotesOfBooking[]> {
  return notesOf(db).where('u.id', '=', userId).execute()
}

export async function writeNotes(tx: Db, now: Date, bookingId: number, notes: GuestNotes): Promise<void> {
  await tx
    .insertInto('guest_notes')
    .values({ ...notes, booking_id: bookingId, updated_at: now })
    .onConflict((conflict) => conflict.column('booking_id').doUpdateSet({ ...notes, updated_at: now }))
    .execute()
}

export async function deleteNotes(tx: Db, bookingId: number): Promise<void> {
  await tx.deleteFrom('guest_notes').where('booking_id', '=', bookingId).execute()
}

/** Deletes notes of trips before a date and of closed accounts, in two statements because one would read every booking. */
export async function deleteOldNotes(db: Db, before: TripDate): Promise<void> {
  await db
    .deleteFrom('guest_notes as n')
    .using('bookings as b')
    .whereRef('b.id', '=', 'n.booking_id')
    .where('b.trip_date', '<', before)
    .execute()
  await db
    .deleteFrom('guest_notes as n')
    .using('bookings as b')
    .innerJoin('users as u', 'u.id', 'b.user_id')
    .whereRef('b.id', '=', 'n.booking_id')
    .where('u.closed_at', 'is not', null)
    .execute()
}
