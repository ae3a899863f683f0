// The landing page reserves the calendar's space before its code loads, so this file imports nothing.

const DAY_MS = 86_400_000
const timeOf = (date: string) => Date.parse(`${date}T00:00:00Z`)
const dateAt = (time: number) => new Date(time).toISOString().slice(0, 10)

export interface SeasonMonth {
  /** `yyyy-MM` */
  month: string
  /** How many rows it takes: only weeks with a day of the season show. */
  weeks: number
}

/** The months from the first to the last date, both `yyyy-MM-dd`; empty if the last is before the first. */
export function monthsOfSeason(first: string, last: string): SeasonMonth[] {
  const months: SeasonMonth[] = []
  for (let from = first; from <= last; ) {
    const nextMonth = new Date(timeOf(`${from.slice(0, 7)}-01`))
    nextMonth.setUTCMonth(nextMonth.getUTCMonth() + 1)
    const endOfMonth = dateAt(nextMonth.getTime() - DAY_MS)
    const to = last < endOfMonth ? last : endOfMonth
    const daysFromSunday = new Date(timeOf(from)).getUTCDay() + (timeOf(to) - timeOf(from)) / DAY_MS
    months.push({ month: from.slice(0, 7), weeks: Math.floor(daysFromSunday / 7) + 1 })
    from = dateAt(nextMonth.getTime())
  }
  return months
}

/** Where the calendar starts: at the season's first date, or this month if that has passed. */
export function beginningOf(seasonStart: string, today: string): string {
  const thisMonth = `${today.slice(0, 7)}-01`
  return seasonStart > thisMonth ? seasonStart : thisMonth
}
