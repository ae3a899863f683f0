import { type TripDate, venueDate } from '@arcadia/contract/trip-date'
import { useSyncExternalStore } from 'react'
import { serverNow } from './clock.ts'

const CHECK_MS = 15_000

function subscribe(onChange: () => void) {
  const timer = setInterval(onChange, CHECK_MS)
  return () => clearInterval(timer)
}

/** Today at the venue; updates at midnight in a calendar left open. */
export function useVenueToday(): TripDate {
  return useSyncExternalStore(subscribe, () => venueDate(serverNow()))
}

/** The minute that runs, as milliseconds. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(serverNow().getTime() / 60_000) * 60_000)
}
