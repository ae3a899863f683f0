import { formatCompactDate, formatVenueTime, venueDate } from '@arcadia/contract/trip-date'

/** How each email status looks. */
export const MAIL_LOOKS = {
  WAITING: { status: 'PENDING', label: 'Waiting' },
  SENT: { status: 'CONFIRMED', label: 'Sent' },
  FAILED: { status: 'NEW', label: 'Failed' },
  NOT_NEEDED: { status: 'CLOSED', label: 'No longer needed' },
} as const

/** As the owner reads it while the mail server takes nothing (docs/rules.md §8.8). */
export function notSentSince(since: Date): string {
  const day = venueDate(since) === venueDate(new Date()) ? '' : ` on ${formatCompactDate(venueDate(since))}`
  return `Emails have not gone out since ${formatVenueTime(since)}${day}.`
}
