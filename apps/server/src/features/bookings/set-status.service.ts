import { bookingChange, NOBODY } from './booking-change.writes.ts'
import { byStaff, setBookingStatus } from './bookings.writes.ts'
import { keepAwaitedUntil } from './due-bookings.store.ts'

const staff = { who: 'the owner or the office', guest: null, owner: null }

interface StatusSet {
  isUndo?: boolean
}

const SAYS = { PENDING: 'Set to pending', COMPLETED: 'Marked as completed' }

/** Any status to any; what takes spots by it comes after the waitlist. */
const statusSet = (name: 'status-pending' | 'status-completed', status: keyof typeof SAYS) =>
  bookingChange<'staff', StatusSet>({
    name,
    by: { staff },
    frees: false,
    isDone: ({ booking }) => booking.status === status,
    waitsForPayment: () => true,
    async write({ tx, now, booking, adminId, asked: { isUndo } }) {
      const reason = status === 'PENDING' ? 'Waiting for the guide' : null
      await setBookingStatus(tx, now, booking.id, status, reason, isUndo)
      const says = `${SAYS[status]} ${await byStaff(tx, adminId)}.`
      return { says, before: { status: booking.status }, after: { status } }
    },
  })

export const statusPending = statusSet('status-pending', 'PENDING')
export const statusCompleted = statusSet('status-completed', 'COMPLETED')

export const statusConfirmed = bookingChange<'staff' | 'deposit', StatusSet>({
  name: 'status-confirmed',
  by: {
    staff: { ...staff, guest: 'booking-confirmed' },
    deposit: { who: 'the deposit that was waited for', guest: 'booking-confirmed', owner: null },
  },
  frees: false,
  isDone: ({ booking }) => booking.status === 'CONFIRMED',
  waitsForPayment: ({ by }) => by === 'staff',
  async write({ tx, now, booking: { id, status }, by, adminId, asked: { isUndo = false } }) {
    if (by === 'deposit') await keepAwaitedUntil(tx, id)
    await setBookingStatus(tx, now, id, 'CONFIRMED', null, isUndo)
    return {
      says: by === 'deposit' ? 'Confirmed: the deposit is paid.' : `Confirmed ${await byStaff(tx, adminId)}.`,
      before: { status },
      after: { status: 'CONFIRMED' },
      // No news to the customer if a trip is not completed after all.
      tells: isUndo || status === 'COMPLETED' ? NOBODY : undefined,
    }
  },
})
