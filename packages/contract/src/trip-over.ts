import type { Booking } from './bookings.ts'
import type { BusinessFacts } from './business.ts'
import { tripIsOver, tripStarts } from './site/business-words.ts'
import { venueInstant } from './trip-date.ts'

type Hours = Pick<BusinessFacts, 'tripStarts' | 'linesOut' | 'tripEnds'>

export const startOf = ({ selectedDate }: Pick<Booking, 'selectedDate'>, hours: Hours): Date =>
  venueInstant(selectedDate, tripStarts(hours))

export const hasBegun = (booking: Pick<Booking, 'selectedDate'>, hours: Hours, now: number): boolean =>
  now >= startOf(booking, hours).getTime()

/** Whether the last known hour of a trip has passed (docs/rules.md §2.33). */
export const isOver = ({ selectedDate }: Pick<Booking, 'selectedDate'>, hours: Hours, now: number): boolean =>
  now >= venueInstant(selectedDate, tripIsOver(hours)).getTime()

/** Whether a trip took place: it is marked so, or it was on and is over, before the morning after marks it (docs/rules.md §2.33). */
export const tookPlace = (
  booking: Pick<Booking, 'selectedDate' | 'status' | 'outcome'>,
  hours: Hours,
  now: number,
): boolean =>
  booking.outcome === 'TOOK_PLACE' ||
  (booking.status === 'CONFIRMED' && booking.outcome === 'ON' && isOver(booking, hours, now))
