import type { Month } from '../../ui/calendar/calendar-month.ts'

/** Changes of one moment (a hold is released and another one made) are answered with one request. */
const GATHER_MS = 80

type Months = readonly Month[] | 'all'

/**
 * Gathers what has to be loaded again and has it loaded once: never two at a time, and never put off by further changes,
 * so that a busy day cannot keep a calendar from showing any figures at all.
 */
export function createMonthRefresher(load: (months: ReadonlySet<Month> | 'all') => Promise<void>) {
  let wanted: Set<Month> | 'all' = new Set()
  let isRunning = false

  async function run() {
    while (wanted === 'all' || wanted.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS))
      const months = wanted
      wanted = new Set()
      // A failed load shows in the calendar, with a button to try again.
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
