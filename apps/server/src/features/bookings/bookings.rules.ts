import { randomInt } from 'node:crypto'
import type { BookingStatus, RescheduleEligibility } from '@arcadia/contract/bookings'
import type { Business } from '@arcadia/contract/business'
import { callUs, daysInWords } from '@arcadia/contract/business-words'
import { daysBetween, type TripDate } from '@arcadia/contract/trip-date'
import { canStillMove } from '@arcadia/contract/wording'

/** How long after the trip a booking and its emails are kept as evidence: 24 months (docs/rules.md §8.3). */
export const EVIDENCE_DAYS = 731

/** `JB-` and 8 random digits (docs/rules.md §3.20). */
export function newConfirmationNumber(): string {
  return `JB-${String(randomInt(100_000_000)).padStart(8, '0')}`
}

/**
 * Whether a booking can move to another date, and why not; days count in the venue's zone. On a called-off day it does
 * not matter how soon the trip is (docs/rules.md §2.14).
 */
export function rescheduleEligibility(
  booking: { status: BookingStatus; selectedDate: TripDate },
  today: TripDate,
  isDayBeingMoved: boolean,
  business: Pick<Business, 'moveDays' | 'phone'>,
): RescheduleEligibility {
  const daysUntilBooking = daysBetween(today, booking.selectedDate)
  if (isDayBeingMoved && booking.status === 'CONFIRMED')
    return {
      canReschedule: true,
      message:
        'You can move this booking to any open date, no matter how soon the trip is. What you paid goes with it.',
      daysUntilBooking,
    }
  const refusal = refuseReschedule(booking.status, daysUntilBooking, business)
  return {
    canReschedule: refusal === undefined,
    message: refusal ?? 'You can move this booking to another date. Your deposit goes with it.',
    daysUntilBooking,
  }
}

function refuseReschedule(
  status: BookingStatus,
  daysUntilBooking: number,
  business: Pick<Business, 'moveDays' | 'phone'>,
): string | undefined {
  if (status === 'PENDING') return "This booking isn't confirmed yet."
  if (status === 'CANCELLED') return 'This booking was cancelled.'
  if (status === 'COMPLETED' || daysUntilBooking < 0) return 'This trip has already taken place.'
  if (!canStillMove(daysUntilBooking, business.moveDays))
    return `You can move a booking up to ${daysInWords(business.moveDays)} before the trip. ${callUs(business)}`
  return undefined
}

/** Still to come, or on its day: what its customer can cancel and change. */
export function isToCome(booking: { status: BookingStatus; selectedDate: TripDate }, today: TripDate): boolean {
  return (booking.status === 'CONFIRMED' || booking.status === 'PENDING') && booking.selectedDate >= today
}
