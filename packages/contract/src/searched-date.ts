import { addDays, TripDate } from './trip-date.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const WEEKDAY = '(?:(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?,?\\s+)?'
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?'

/** Date formats people type, in lower case with single spaces, and the order of their parts. */
const FORMATS: { pattern: RegExp; parts: readonly ('year' | 'month' | 'day')[] }[] = [
  { pattern: /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/, parts: ['year', 'month', 'day'] },
  { pattern: /^(\d{1,2})[-/.](\d{1,2})(?:[-/.](\d{4}|\d{2}))?$/, parts: ['month', 'day', 'year'] },
  { pattern: new RegExp(`^${WEEKDAY}${MONTH}\\.? ${DAY}(?:,? (\\d{4}))?$`), parts: ['month', 'day', 'year'] },
  { pattern: new RegExp(`^${WEEKDAY}${DAY}(?: of)? ${MONTH}\\.?(?:,? (\\d{4}))?$`), parts: ['day', 'month', 'year'] },
]

const MONTH_ALONE = new RegExp(`^${MONTH}\\.?(?:,? (\\d{4}))?$`)

interface Season {
  seasonStart: TripDate
  seasonEnd: TripDate
}

/** The dates meant by a typed date (see `searchedDate`) or month name: "May", "Aug 2027". */
export function searchedDates(
  q: string,
  today: TripDate,
  season: Season,
): { first: TripDate; last: TripDate } | undefined {
  const date = searchedDate(q, today, season)
  if (date) return { first: date, last: date }
  const [, name, year] = MONTH_ALONE.exec(tidy(q)) ?? []
  if (!name) return undefined
  const month = MONTHS.indexOf(name.slice(0, 3)) + 1
  const monthIn = (year: number) => ({
    first: dateOf(year, month, 1)!,
    last: addDays(dateOf(year + Math.floor(month / 12), (month % 12) + 1, 1)!, -1),
  })
  if (year) return monthIn(Number(year))
  const thisYear = Number(today.slice(0, 4))
  const inSeason = [season.seasonStart, season.seasonEnd]
    .map((date) => monthIn(Number(date.slice(0, 4))))
    .find(({ first, last }) => last >= season.seasonStart && first <= season.seasonEnd)
  return inSeason ?? [thisYear, thisYear + 1].map(monthIn).find(({ last }) => last >= today)
}

const tidy = (q: string) => q.trim().toLowerCase().replace(/\s+/g, ' ')

/**
 * The date meant by "May 21", "5/21", "5/21/2027", "21 May" or "2027-05-21"; undefined if it is no date. Without a year it is
 * the date in the season, or else the next one from today on.
 */
export function searchedDate(q: string, today: TripDate, season: Season): TripDate | undefined {
  const text = tidy(q)
  for (const { pattern, parts } of FORMATS) {
    const found = pattern.exec(text)
    if (!found) continue
    const typed = Object.fromEntries(parts.map((part, index) => [part, found[index + 1]]))
    const month = MONTHS.indexOf(typed.month!.slice(0, 3)) + 1 || Number(typed.month)
    const inYear = (year: number) => dateOf(year, month, Number(typed.day))
    if (typed.year) return inYear(Number(typed.year.padStart(4, '20')))
    const thisYear = Number(today.slice(0, 4))
    const inSeason = [season.seasonStart, season.seasonEnd]
      .map((date) => inYear(Number(date.slice(0, 4))))
      .find((date) => date && date >= season.seasonStart && date <= season.seasonEnd)
    // A leap day is at most eight years away.
    const years = Array.from({ length: 9 }, (_, index) => thisYear + index)
    return inSeason ?? years.map(inYear).find((date) => date && date >= today)
  }
  return undefined
}

function dateOf(year: number, month: number, day: number): TripDate | undefined {
  const two = (part: number) => String(part).padStart(2, '0')
  return TripDate.safeParse(`${year}-${two(month)}-${two(day)}`).data
}
