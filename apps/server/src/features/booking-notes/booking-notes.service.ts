import type { BookingNote } from '@arcadia/contract/admin/bookings'
import type { Clock } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { followChange, toldChange } from '../bookings/booking-change.writes.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { insertNote, listNotes } from './booking-notes.store.ts'

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
      return listNotes(db, bookingId)
    },

    /** @throws AppError `booking-not-found` */
    async add(admin: SignedIn, bookingId: number, text: string): Promise<BookingNote> {
      await bookings.get(admin, bookingId)
      return inTransaction(db, clock, async (tx, now) => {
        const note = await insertNote(tx, { booking_id: bookingId, admin_id: admin.id, text, created_at: now })
        const maker = { by: 'staff' as const, adminId: admin.id, booking: bookingId }
        await followChange(tx, now, {}, noteAdded, maker, { after: { text } })
        return note
      })
    },
  }
}
