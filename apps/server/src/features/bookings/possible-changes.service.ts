import type { AdminBooking, MyBooking } from '@arcadia/contract/bookings'
import type { Business } from '@arcadia/contract/business'
import type { Base } from '../../base.ts'
import { isAllowed, type Runner } from './booking-change.writes.ts'
import { cancelled } from './cancel-booking.service.ts'
import { rescheduled } from './move-booking.service.ts'

/** Adds to bookings whether the guest, or staff, can cancel and move them; if not, why not. */
export function withPossibleChanges<One extends AdminBooking>(
  { clock, business }: Pick<Base, 'clock'> & Pick<Runner, 'business'>,
  by: 'guest' | 'staff',
  bookings: readonly One[],
): Promise<(One & Pick<MyBooking, 'canCancel' | 'canMove'>)[]> {
  let read: Promise<Business> | undefined
  // Once for all of them.
  const about = { now: clock.now(), by, business: () => (read ??= business.get()) }
  return Promise.all(
    bookings.map(async (booking) => ({
      ...booking,
      canCancel: await isAllowed(cancelled, { ...about, booking }),
      canMove: await isAllowed(rescheduled, { ...about, booking }),
    })),
  )
}
