import type { GuestNotes } from '@arcadia/contract/guest-notes'
import { venueDate } from '@arcadia/contract/trip-date'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SentForm } from '../../http/form-change.rules.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { changesOf } from '../audit-log/audit-log.writes.ts'
import { isToCome } from '../bookings/bookings.rules.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { withBookingLocked } from '../bookings/lock-booking.writes.ts'
import { deleteNotes, findNotes, writeNotes } from './guest-notes.store.ts'

const NOTHING: GuestNotes = { experience: null, seats: null, health: null, allergies: null, birthdays: null }

/** Private notes from guests to the guide. They appear in no email, history or audit log. */
export function createGuestNotes(deps: { db: Db; clock: Clock; bookings: Pick<Bookings, 'get'> }) {
  const { db, bookings } = deps

  async function get(user: SignedIn, bookingId: number): Promise<GuestNotes> {
    await bookings.get(user, bookingId)
    const { bookingId: _, ...notes } = (await findNotes(db, bookingId)) ?? { bookingId, ...NOTHING }
    return notes
  }

  return {
    /** All null if there are no notes. @throws AppError `booking-not-found` */
    get,

    /** Empty notes delete the stored ones, even after the trip. @throws AppError `booking-not-found`, `trip-is-over` */
    async save(user: SignedIn, bookingId: number, form: SentForm<GuestNotes>): Promise<GuestNotes> {
      const read = () => bookings.get(user, bookingId)
      await withBookingLocked(deps, read, async (tx, now, booking) => {
        const stored = { ...NOTHING, ...(await findNotes(tx, bookingId)) }
        const { bookingId: _, ...before } = { bookingId, ...stored }
        const notes = { ...before, ...(await changesOf(tx, user, form, { kind: 'booking', id: bookingId }, before)) }
        if (Object.values(notes).every((note) => note === null)) return deleteNotes(tx, bookingId)
        if (!isToCome(booking, venueDate(now))) throw new AppError('trip-is-over')
        await writeNotes(tx, now, bookingId, notes)
      })
      return get(user, bookingId)
    },
  }
}
