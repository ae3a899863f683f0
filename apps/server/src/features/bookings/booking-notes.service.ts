import type { BookingNote } from '@arcadia/contract/admin/bookings'
import type { Generated } from 'kysely'
import type { Clock } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { followChange, toldChange } from './booking-change.ts'
import type { Bookings } from './bookings.service.ts'

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

export const noteAdded = toldChange({
  name: 'note-added',
  by: { staff: { who: 'the owner or the office', guest: null, owner: null } },
  frees: false,
})

/** The owner's own notes on a booking; never part of a customer's page, email or download. */
export function createBookingNotes(deps: { db: Db; clock: Clock; bookings: Pick<Bookings, 'get'> }) {
  const { db, clock, bookings } = deps
  return {
    /** Latest first. @throws AppError `booking-not-found` */
    async list(admin: SignedIn, bookingId: number): Promise<BookingNote[]> {
      await bookings.get(admin, bookingId)
      return notes(db).where('n.booking_id', '=', bookingId).orderBy('n.id', 'desc').execute()
    },

    /** @throws AppError `booking-not-found` */
    async add(admin: SignedIn, bookingId: number, text: string): Promise<BookingNote> {
      await bookings.get(admin, bookingId)
      return inTransaction(db, clock, async (tx, now) => {
        const { id } = await tx
          .insertInto('booking_notes')
          .values({ booking_id: bookingId, admin_id: admin.id, text, created_at: now })
          .returning('id')
          .executeTakeFirstOrThrow()
        const maker = { by: 'staff' as const, adminId: admin.id, booking: bookingId }
        await followChange(tx, now, {}, noteAdded, maker, { after: { text } })
        return notes(tx).where('n.id', '=', id).executeTakeFirstOrThrow()
      })
    },
  }
}

function notes(db: Db) {
  return db
    .selectFrom('booking_notes as n')
    .innerJoin('users as u', 'u.id', 'n.admin_id')
    .select(['n.id', 'n.text', 'u.username as writtenBy', 'n.created_at as createdAt'])
}

export async function blankNotes(tx: Db, _now: Date, bookingIds: readonly number[]): Promise<void> {
  await tx.updateTable('booking_notes').set({ text: 'Removed' }).where('booking_id', 'in', bookingIds).execute()
}
