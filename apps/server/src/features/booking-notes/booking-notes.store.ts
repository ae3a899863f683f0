import type { BookingNote } from '@arcadia/contract/admin/bookings'
import { type Generated, sql } from 'kysely'
import type { NewRow } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    booking_notes: {
      id: Generated<number>
      booking_id: number
      admin_id: number
      text: string
      created_at: Date
    }
  }
}

function notes(db: Db) {
  return db
    .selectFrom('booking_notes as n')
    .innerJoin('users as u', 'u.id', 'n.admin_id')
    .select(['n.id', 'n.text', 'n.created_at as createdAt'])
    .select(sql<string>`person_name(u)`.as('writtenBy'))
}

/** Latest first. */
export function listNotes(db: Db, bookingId: number): Promise<BookingNote[]> {
  return notes(db).where('n.booking_id', '=', bookingId).orderBy('n.id', 'desc').execute()
}

export async function insertNote(tx: Db, note: NewRow<'booking_notes'>): Promise<BookingNote> {
  const { id } = await tx.insertInto('booking_notes').values(note).returning('id').executeTakeFirstOrThrow()
  return notes(tx).where('n.id', '=', id).executeTakeFirstOrThrow()
}

export async function blankNotes(tx: Db, _now: Date, bookingIds: readonly number[]): Promise<void> {
  await tx.updateTable('booking_notes').set({ text: 'Removed' }).where('booking_id', 'in', bookingIds).execute()
}
