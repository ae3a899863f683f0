import { formatDayInWords, formatVenueTime, venueDate } from '@arcadia/contract/trip-date'

const MINUTE = 60

/**
 * When a call that came too often works again, by the venue's clock. The only place that says it (docs/rules.md §7.11).
 * @param seconds until then, as far as they are known
 */
export function tryAgain(seconds: number | undefined, now: Date): string {
  if (seconds === undefined) return 'Please try again in a few minutes.'
  if (seconds <= MINUTE / 2) return 'Please try again in a few seconds.'
  if (seconds <= MINUTE) return 'Please try again in a minute.'
  // Rounded up, so that it does work then.
  const at = new Date(Math.ceil((now.getTime() / 1000 + seconds) / MINUTE) * MINUTE * 1000)
  const day = venueDate(at) === venueDate(now) ? '' : ` on ${formatDayInWords(venueDate(at))}`
  return `Please try again at ${formatVenueTime(at)}${day}.`
}
