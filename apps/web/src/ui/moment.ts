import { formatPortalTime, formatVenueTime, VENUE_TIME_ZONE } from '@arcadia/contract/trip-date'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: VENUE_TIME_ZONE })

/** A time in venue time, 'Jun 12, 2026, 7:04 AM Eastern'. */
export const formatMoment = (instant: Date): string => `${day.format(instant)}, ${formatVenueTime(instant)}`

/** The same for the portal, 'Jun 12, 2026, 7:04 AM'. */
export function formatPortalMoment(instant: Date | null | undefined): string {
  return instant ? `${day.format(instant)}, ${formatPortalTime(instant)}` : 'Never'
}
