import type { BookingNote } from '@arcadia/contract/admin-bookings'
import type { Generated } from 'kysely'
import type { Db } from '../../database/transaction.ts'

export interface BookingNotesTable {
  id: Generated<number>
  booking_id: number
  admin_id: number
  text: string
  created_at: Date
}

declare module '../../database/tables.ts' {
  interface Tables {
    booking_notes: BookingNotesTable
  }
}

function notes(db: Db) {
  return db
    .selectFrom('booking_notes as n')
    .innerJoin('users as u', 'u.id', 'n.admin_id')
    .select(['n.id', 'n.text', 'u.username as writtenBy', 'n.created_at as createdAt'])
}

/** The latest first. */
export function listNotes(db: Db, bookingId: number): Promise<BookingNote[]> {
  return notes(db).where('n.booking_id', '=', bookingId).orderBy('n.id', 'desc').execute()
}

export async function insertNote(
  tx: Db,
  note: { booking_id: number; admin_id: number; text: string; created_at: Date },
): Promise<BookingNote> {
  const { id } = await tx.insertInto('booking_notes').values(note).returning('id').executeTakeFirstOrThrow()
  return notes(tx).where('n.id', '=', id).executeTakeFirstOrThrow()
}
