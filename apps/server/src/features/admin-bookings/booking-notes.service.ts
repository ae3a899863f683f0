import type { BookingNote } from '@arcadia/contract/admin-bookings'
import type { Clock } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { recordChange } from '../audit-log/record-change.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { insertNote, listNotes } from './booking-notes.store.ts'

/** The owner's own notes on a booking: no customer's page, mail or download has them. */
export function createBookingNotes(deps: { db: Db; clock: Clock; bookings: Pick<Bookings, 'get'> }) {
  const { db, clock, bookings } = deps
  return {
    /** @throws AppError `booking-not-found` */
    async list(admin: SignedIn, bookingId: number): Promise<BookingNote[]> {
      await bookings.get(admin, bookingId)
      return listNotes(db, bookingId)
    },

    /** @throws AppError `booking-not-found` */
    async add(admin: SignedIn, bookingId: number, text: string): Promise<BookingNote> {
      await bookings.get(admin, bookingId)
      return inTransaction(db, clock, async (tx, now) => {
        const note = await insertNote(tx, { booking_id: bookingId, admin_id: admin.id, text, created_at: now })
        await recordChange(tx, {
          adminId: admin.id,
          action: 'booking.note-added',
          subject: { kind: 'booking', id: bookingId },
          before: null,
          after: { text },
        })
        return note
      })
    },
  }
}

export async function blankNotes(tx: Db, _now: Date, bookingIds: readonly number[]): Promise<void> {
  await tx.updateTable('booking_notes').set({ text: 'Removed' }).where('booking_id', 'in', bookingIds).execute()
}
