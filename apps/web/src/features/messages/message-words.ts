import type { MessageAudience } from '@arcadia/contract/admin/messages'
import { formatDate, type TripDate } from '@arcadia/contract/trip-date'

/** `Guests of Thu, May 20`: who a message went to, or is going to. */
export function audienceInWords({ who, date }: { who: MessageAudience; date?: TripDate | null | undefined }): string {
  if (who === 'DAY' && date) return `Guests of ${formatDate(date)}`
  if (who === 'WEEK' && date) return `Guests of the week from ${formatDate(date)}`
  return who === 'UNPAID' ? 'Everybody unpaid' : 'One guest'
}
