import type { OwnerNotices } from '@arcadia/contract/admin/owner-notices'
import { addDays, venueDate, venueInstant, venueTime } from '@arcadia/contract/trip-date'

/** When an email to the owner may go out: now, or at the end of the quiet hours. */
export function afterQuiet(now: Date, { quietFrom, quietUntil }: OwnerNotices): Date {
  if (quietFrom === null || quietUntil === null) return now
  const today = venueDate(now)
  const time = venueTime(now)
  const isOverNight = quietFrom > quietUntil
  const isQuiet = isOverNight ? time >= quietFrom || time < quietUntil : time >= quietFrom && time < quietUntil
  if (!isQuiet) return now
  return venueInstant(isOverNight && time >= quietFrom ? addDays(today, 1) : today, quietUntil)
}
