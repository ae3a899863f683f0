import { DEPOSIT_MISSED } from '@arcadia/contract/bookings'
import type { Base } from '../../base.ts'
import type { Db } from '../../database/transaction.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { tellOwner } from '../owner-notices/tell-owner.service.ts'
import { offerFreeSpots } from '../waitlist/waitlist.service.ts'
import { recordBookingEvent, setBookingStatus } from './book-hold.service.ts'
import { getWhoAndWhen } from './bookings.store.ts'

/**
 * Whoever or whatever cancels a booking, what its history says, and who is told by which email (docs/rules.md §2.18). Its spots
 * always go to the waitlist in the same transaction.
 */
export const CANCELLATIONS = {
  guest: {
    who: 'the guest, in Manage Bookings',
    says: "Cancelled in Manage Bookings. The deposit isn't refundable.",
    tells: { guest: 'booking-cancelled', owner: 'booking-cancelled-notice' },
  },
  staff: {
    who: 'the owner or the office',
    says: 'Cancelled by the guide.',
    // Whoever cancels knows; the change log tells the others. An undo within seconds tells nobody.
    tells: { guest: 'booking-cancelled', owner: null },
  },
  calledOff: {
    who: 'the guest of a called-off day, who takes a refund',
    says: 'Cancelled in Manage Bookings after the day was called off.',
    // The called-off day lists each group's answer.
    tells: { guest: 'booking-cancelled', owner: null },
  },
  depositMissed: {
    who: 'the time for the deposit',
    says: DEPOSIT_MISSED,
    tells: { guest: 'booking-cancelled', owner: 'deposit-missed-notice' },
  },
  notPaid: {
    who: "a deposit that failed late, which that payment's own email tells",
    says: "The payment didn't go through.",
    // The owner never heard of the booking.
    tells: { guest: null, owner: null },
  },
} as const

interface Cancellation {
  how: keyof typeof CANCELLATIONS
  /** More exactly than the general sentence. */
  says?: string
  /** Takes back a slip of seconds ago, so nobody is told. */
  isUndo?: boolean
}

/** Cancels a booking, under its day's lock. Moves no money. */
export async function cancelBooking(
  tx: Db,
  now: Date,
  { ownerEmail }: Pick<Base, 'ownerEmail'>,
  id: number,
  { how, says = CANCELLATIONS[how].says, isUndo = false }: Cancellation,
): Promise<void> {
  const { tells } = CANCELLATIONS[how]
  const { email, trip_date: day } = await getWhoAndWhen(tx, id)
  const params = { bookingId: id }
  // Spots that were free before go to those who waited before.
  await offerFreeSpots(tx, now, day)
  await setBookingStatus(tx, now, id, 'CANCELLED', says, isUndo)
  await recordBookingEvent(tx, now, id, 'cancelled', says)
  if (tells.guest && !isUndo)
    await enqueueMail(tx, now, { kind: tells.guest, to: email, params, byStaff: how === 'staff' })
  if (tells.owner) await tellOwner(tx, now, ownerEmail, { kind: tells.owner, params })
  await offerFreeSpots(tx, now, day)
}
