// The landing page says the rule before anything else is loaded, so this file imports nothing.

/** A booking can move to another date, with its deposit, until so many days before the trip. */
export const RESCHEDULE_DAYS = 2

export const canStillMove = (daysUntilTrip: number) => daysUntilTrip >= RESCHEDULE_DAYS
