import { VENUE_TIME_ZONE } from '@arcadia/contract/trip-date'

const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: VENUE_TIME_ZONE })

/** A time in venue time, 'Jun 12, 2026, 7:04 AM'. */
export function formatMoment(instant: Date | null | undefined): string {
  return instant ? format.format(instant) : 'Never'
}
