import { untilOpening } from '@arcadia/contract/availability'
import type { BookingConfig } from '@arcadia/contract/configuration'
import type { TripDate } from '@arcadia/contract/trip-date'

const LAUNCH_SEASON_START = '2026-05-16'

/** The hero's line if no setting overrides it (docs/rules.md §11.5). */
export function launchText(today: TripDate, config: Pick<BookingConfig, 'seasonStart' | 'opensOn'> | null): string {
  const opens = config && untilOpening(today, config)
  if (opens) return opens.slice(0, -1)
  if (today < LAUNCH_SEASON_START) return 'Launching spring 2026'
  return `Now booking the ${(config?.seasonStart ?? today).slice(0, 4)} season`
}
