// An independent calendar, computed from the written daylight saving rule without a time zone library.

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Days since 1970 of a `yyyy-MM-dd`. */
export const dayNumber = (date: string) => {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  return Date.UTC(year, month - 1, day) / DAY_MS
}

export const writtenDay = (number: number) => new Date(number * DAY_MS).toISOString().slice(0, 10)

/** 0 is Sunday; the first day of 1970 was a Thursday. */
const weekday = (number: number) => (number + 4) % 7

/** The nth Sunday of a month. */
function sunday(year: number, month: number, nth: number): number {
  const first = Date.UTC(year, month - 1, 1) / DAY_MS
  return first + ((7 - weekday(first)) % 7) + 7 * (nth - 1)
}

/** When Florida's clocks change: at 2 AM local time. */
export const clockChanges = (year: number) => ({
  forward: new Date(sunday(year, 3, 2) * DAY_MS + 7 * HOUR_MS),
  back: new Date(sunday(year, 11, 1) * DAY_MS + 6 * HOUR_MS),
})

/** The date in Florida. */
export function expectedToday(now: Date): string {
  const { forward, back } = clockChanges(now.getUTCFullYear())
  const isSummer = now >= forward && now < back
  return writtenDay(Math.floor((now.getTime() - (isSummer ? 4 : 5) * HOUR_MS) / DAY_MS))
}

interface Rules {
  seasonStart: string
  seasonEnd: string
  closedDays: readonly number[]
  blackoutDates: readonly string[]
}

/** Why an empty day cannot be booked; undefined if it can. */
export function expectedReason(date: string, now: Date, rules: Rules): string | undefined {
  const day = dayNumber(date)
  if (day < dayNumber(rules.seasonStart) || day > dayNumber(rules.seasonEnd)) return 'OUTSIDE_SEASON'
  if (rules.closedDays.includes(weekday(day))) return 'CLOSED_WEEKDAY'
  if (rules.blackoutDates.includes(date)) return 'BLACKOUT'
  return day <= dayNumber(expectedToday(now)) ? 'TOO_SOON' : undefined
}
