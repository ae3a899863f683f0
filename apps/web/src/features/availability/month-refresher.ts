import type { Month } from '../../ui/calendar/calendar-month.ts'

/** Changes this close together (a hold released and another made) share one request. */
const GATHER_MS = 80

type Months = readonly Month[] | 'all'

/**
 * Batches reloads: never two at a time, and never postponed by further changes, so that even on a busy day a calendar
 * gets its figures.
 */
export function createMonthRefresher(load: (months: ReadonlySet<Month> | 'all') => Promise<void>) {
  let wanted: Set<Month> | 'all' = new Set()
  let isRunning = false

  async function run() {
    while (wanted === 'all' || wanted.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS))
      const months = wanted
      wanted = new Set()
      // The calendar shows the failure with a button to try again.
      await load(months).catch(() => {})
    }
    isRunning = false
  }

  return (months: Months) => {
    wanted = months === 'all' || wanted === 'all' ? 'all' : new Set([...wanted, ...months])
    if (isRunning) return
    isRunning = true
    void run()
  }
}
