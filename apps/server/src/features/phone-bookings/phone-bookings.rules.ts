import { formatVenueTime } from '@arcadia/contract/trip-date'
import type { IdleHold } from '../holds/holds.rules.ts'

/** The question before a phone booking takes spots that others hold (docs/rules.md §19.8). */
export function askToTake(holds: readonly IdleHold[]): string {
  const last = new Date(Math.max(...holds.map(({ expiresAt }) => expiresAt.getTime())))
  const until = formatVenueTime(last)
  const [only] = holds
  if (holds.length === 1 && only)
    return only.isOffer
      ? `Someone on the waitlist has until ${until} to book. Book anyway?`
      : `Someone is at checkout until ${until}. Book anyway?`
  const where = holds.some(({ isOffer }) => isOffer) ? 'at checkout or were offered these spots' : 'at checkout'
  return `${holds.length} people are ${where}, the last until ${until}. Book anyway?`
}
