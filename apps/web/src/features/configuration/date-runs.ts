import { addDays, type TripDate } from '@arcadia/contract/trip-date'

interface DateRun {
  first: TripDate
  last: TripDate
}

/** Dates in order as runs of days one after the other, so that a holiday reads as one. */
export function runsOf(dates: readonly TripDate[]): DateRun[] {
  const runs: DateRun[] = []
  for (const date of dates) {
    const run = runs.at(-1)
    if (run && addDays(run.last, 1) === date) run.last = date
    else runs.push({ first: date, last: date })
  }
  return runs
}
