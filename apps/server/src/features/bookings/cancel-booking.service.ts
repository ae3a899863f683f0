import type { BookingStatus } from '@arcadia/contract/bookings'
import type { Business } from '@arcadia/contract/business'
import { callUs } from '@arcadia/contract/site/contact-words'
import { venueDate } from '@arcadia/contract/trip-date'
import { hasBegun } from '@arcadia/contract/trip-over'
import { AppError } from '../../http/app-error.ts'
import { bookingChange, NOBODY } from './booking-change.writes.ts'
import { whyOver } from './bookings.rules.ts'
import type { KeptBooking } from './bookings.store.ts'
import { byStaff, noteCancellation, setBookingStatus } from './bookings.writes.ts'

/** Whoever or whatever cancels (docs/rules.md §2.18). Moves no money. */
export type CancelledBy = keyof typeof BY

const BY = {
  guest: {
    who: 'the guest',
    guest: 'booking-cancelled',
    owner: 'booking-cancelled-notice',
  },
  // Whoever cancels knows; the change log tells the others.
  staff: { who: 'the owner or the office', guest: 'booking-cancelled', owner: null },
  calledOff: {
    who: 'the guest of a called-off day, who takes a refund',
    guest: 'booking-cancelled',
    owner: 'booking-cancelled-notice',
  },
  depositMissed: { who: 'the time for the deposit', guest: 'booking-cancelled', owner: 'deposit-missed-notice' },
  // The owner never heard of the booking.
  notPaid: { who: "a deposit that failed late, which that payment's own email tells", guest: null, owner: null },
} as const

const SAYS: Record<Exclude<CancelledBy, 'staff'>, string> = {
  guest: "Canceled by the guest. The deposit isn't refundable.",
  calledOff: 'Canceled by the guest after the day was called off.',
  depositMissed: "The deposit wasn't paid in time.",
  notPaid: "The payment didn't go through.",
}

const NOT_CANCELLED: Partial<Record<BookingStatus, string>> = { CANCELLED: 'This booking was canceled.' }

/** A page that was loaded before the day was called off would cancel without the money back. */
const whyAsked = ({ outcome }: Pick<KeptBooking, 'outcome'>) =>
  outcome === 'CALLED_OFF'
    ? 'We called off this day. Reload the page to pick another date or get your money back.'
    : undefined

const whyBegun = (booking: Pick<KeptBooking, 'selectedDate'>, business: Business, now: number) =>
  hasBegun(booking, business, now) ? `This trip has begun. ${callUs(business)}` : undefined

interface Cancellation {
  /** More exactly than the general sentence. */
  says?: string
  /** What was paid by hand goes back by hand (docs/rules.md §3.17). */
  givesBack?: boolean
  /** For its guest to read. */
  reason?: string | undefined
  /** Takes back a slip of seconds ago, so the guest isn't told. */
  isUndo?: boolean
}

export const cancelled = bookingChange<CancelledBy, Cancellation>({
  name: 'cancelled',
  by: BY,
  frees: true,
  waitsForPayment: ({ by }) => by === 'guest',
  async refuse({ by, booking, now, business }) {
    const message =
      by === 'guest'
        ? (whyOver(booking, venueDate(now)) ?? whyAsked(booking) ?? whyBegun(booking, await business(), now.getTime()))
        : by === 'staff' && NOT_CANCELLED[booking.status]
    return message ? new AppError('not-cancellable', { message }) : undefined
  },
  async write({ tx, now, booking: { id, status }, by, adminId, asked: { isUndo = false, ...asked } }) {
    const says = asked.says ?? (by === 'staff' ? `Canceled ${await byStaff(tx, adminId)}.` : SAYS[by])
    await setBookingStatus(tx, now, id, 'CANCELLED', says, isUndo)
    const { givesBack = false, reason } = asked
    if (givesBack || reason) await noteCancellation(tx, id, { gives_back: givesBack, cancel_reason: reason ?? null })
    return {
      says,
      params: { by },
      tells: isUndo ? NOBODY : undefined,
      before: { status },
      after: { status: 'CANCELLED', ...(reason && { reason }) },
    }
  },
})
