import { addDays, type TripDate, venueDate, venueHour } from '@arcadia/contract/trip-date'

const NOON = 12
/** Days after a trip during which its guest may still be asked, as after an outage. */
const ASKED_WITHIN_DAYS = 7

/** The dates of the trips whose guests are asked now how it was: from noon of the day after. */
export function datesToAsk(now: Date): { first: TripDate; last: TripDate } | undefined {
  const today = venueDate(now)
  return venueHour(now) < NOON ? undefined : { first: addDays(today, -ASKED_WITHIN_DAYS), last: addDays(today, -1) }
}
