import { venueHour } from '@arcadia/contract/trip-date'

/** Emails that can wait go out from nine in the morning on at the venue. */
export const isMorning = (now: Date): boolean => venueHour(now) >= 9
