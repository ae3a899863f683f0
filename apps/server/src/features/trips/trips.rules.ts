import { addDays, type TripDate, venueDate } from '@arcadia/contract/trip-date'
import { EVIDENCE_DAYS } from '../bookings/bookings.rules.ts'

/** An address of which its owner knows the rest: `d•••@example.com`. */
export const hintOf = (email: string): string => email.replace(/^(.).*(?=@)/, '$1•••')

/** Whether the links of a trip's page have ended: 24 months after the trip (docs/rules.md §2.26). */
export const isPageOver = ({ selectedDate }: { selectedDate: TripDate }, now: Date) =>
  selectedDate < addDays(venueDate(now), -EVIDENCE_DAYS)
