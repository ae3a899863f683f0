import { addDays, type TripDate } from '@arcadia/contract/trip-date'

interface DateRun {
  first: TripDate
  last: TripDate
}

/** Groups sorted dates into runs of consecutive days, so that a holiday reads as one entry. */
export function runsOf(dates: readonly TripDate[]): DateRun[] {
  const runs: DateRun[] = []
  for (const date of dates) {
    const run = runs.at(-1)
    if (run && addDays(run.last, 1) === date) run.last = date
    else runs.push({ first: date, last: date })
  }
  return runs
}
