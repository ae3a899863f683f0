import { venueHour } from '@arcadia/contract/trip-date'

/** Emails that aren't urgent go out after 9 AM venue time. */
export const isMorning = (now: Date): boolean => venueHour(now) >= 9
