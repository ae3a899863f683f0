import { TRIP_REMINDER_DAYS } from '@arcadia/contract/bookings'
import { addDays, type TripDate, venueDate, venueHour } from '@arcadia/contract/trip-date'

import { isMorning } from '../../mail/morning.rules.ts'

/** When a customer is reminded of a balance, once each: a week before it is due, that day, and the day after. */
type Stage = 'SOON' | 'TODAY' | 'OVERDUE'

const SOON_DAYS = 7
const EVENING = 21

interface Reminding {
  stage: Stage
  /** Of the trips whose balance is at this stage. */
  first: TripDate
  last: TripDate
}

/**
 * Whom to remind now, by the days before a trip at which its balance is due. It ends on the eve of the trip: who pays in
 * cash on the boat is not written to before the owner has noted it.
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
  // Then the reminder of the trip has the balance and its link too.
  if (dueDays !== TRIP_REMINDER_DAYS) stages.push({ stage: 'TODAY', first: due, last: due })
  return stages.filter(({ first, last }) => first >= tomorrow && first <= last)
}

/** Written in front of the key of each payment by one link: nobody asks after another's with it. */
export const keyPrefixOf = (tokenHash: Buffer): string => `link:${tokenHash.toString('base64url').slice(0, 22)}:`

/** The token stands where no server logs it. */
export const payLinkOf = (publicUrl: string, token: string): string => `${publicUrl}/pay-balance#token=${token}`
