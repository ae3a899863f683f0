import { TRIP_REMINDER_DAYS } from '@arcadia/contract/bookings'
import { addDays, type TripDate, venueDate, venueHour } from '@arcadia/contract/trip-date'

import { isMorning } from '../../mail/morning.rules.ts'

/** Balance reminders, sent once each: a week before it is due, that day, and the day after. */
type Stage = 'SOON' | 'TODAY' | 'OVERDUE'

const SOON_DAYS = 7
const EVENING = 21

interface Reminding {
  stage: Stage
  /** First trip date whose balance is at this stage. */
  first: TripDate
  last: TripDate
}

/**
 * Which trips to remind now, given how many days before a trip its balance is due. Ends on the eve of the trip, so customers
 * who pay cash on the boat aren't reminded before the owner has recorded it.
 */
export function remindingAt(now: Date, dueDays: number): Reminding[] {
  if (!isMorning(now) || venueHour(now) >= EVENING) return []
  const today = venueDate(now)
  const tomorrow = addDays(today, 1)
  const due = addDays(today, dueDays)
  const stages: Reminding[] = [
    { stage: 'SOON', first: addDays(due, 1), last: addDays(due, SOON_DAYS) },
    { stage: 'OVERDUE', first: tomorrow, last: addDays(due, -1) },
  ]
  // On that day the trip reminder already has the balance and its link.
  if (dueDays !== TRIP_REMINDER_DAYS) stages.push({ stage: 'TODAY', first: due, last: due })
  return stages.filter(({ first, last }) => first >= tomorrow && first <= last)
}

/** Prefix of the idempotency keys of one link's payments, so a link can't look up another's. */
export const keyPrefixOf = (tokenHash: Buffer): string => `link:${tokenHash.toString('base64url').slice(0, 22)}:`
