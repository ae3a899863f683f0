import { DAY_MS } from '../../clock.ts'
/** Refresh when less time than this is left (docs/rules.md §10.3). */
export const PROACTIVE_THRESHOLD_MINUTES = 15
/** How often every process checks whether a refresh is due. */
export const CHECK_EVERY_MS = 30_000
const WARN_BEFORE_MS = 30 * DAY_MS

interface Ends {
  refresh_expires_at: Date | null
  hard_expires_at: Date | null
}

/** When the connection expires for good: unused for too long, or at the provider's hard limit. */
export function connectionEndsAt(row: Ends): Date | null {
  const ends = [row.refresh_expires_at, row.hard_expires_at].filter((end) => end !== null)
  return ends.length === 0 ? null : new Date(Math.min(...ends.map(Number)))
}

export function endsSoon(row: Ends, now: Date): boolean {
  const end = connectionEndsAt(row)
  return end !== null && end.getTime() - now.getTime() < WARN_BEFORE_MS
}
