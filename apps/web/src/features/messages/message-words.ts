import type { MessageAudience } from '@arcadia/contract/admin/messages'
import { formatDate, type TripDate } from '@arcadia/contract/trip-date'

/** `Guests on Thu, May 20`: who a message goes to. */
export function audienceInWords({ who, date }: { who: MessageAudience; date?: TripDate | null | undefined }): string {
  if (who === 'DAY' && date) return `Guests on ${formatDate(date)}`
  if (who === 'WEEK' && date) return `Guests in the week of ${formatDate(date)}`
  return who === 'UNPAID' ? 'Everyone with a balance' : 'One guest'
}
