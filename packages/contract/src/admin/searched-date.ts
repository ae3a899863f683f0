import { addDays, TripDate } from '../trip-date.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const WEEKDAY = '(?:(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?,?\\s+)?'
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?'

/** As people write a date, in lower case and single spaces, and in which order its parts stand. */
const WAYS: { way: RegExp; parts: readonly ('year' | 'month' | 'day')[] }[] = [
  { way: /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/, parts: ['year', 'month', 'day'] },
  { way: /^(\d{1,2})[-/.](\d{1,2})(?:[-/.](\d{4}|\d{2}))?$/, parts: ['month', 'day', 'year'] },
  { way: new RegExp(`^${WEEKDAY}${MONTH}\\.? ${DAY}(?:,? (\\d{4}))?$`), parts: ['month', 'day', 'year'] },
  { way: new RegExp(`^${WEEKDAY}${DAY}(?: of)? ${MONTH}\\.?(?:,? (\\d{4}))?$`), parts: ['day', 'month', 'year'] },
]

const MONTH_ALONE = new RegExp(`^${MONTH}\\.?(?:,? (\\d{4}))?$`)

interface Season {
  seasonStart: TripDate
  seasonEnd: TripDate
}

/** The dates that somebody looks for who types one, as `searchedDate` has it, or a month by its name: "May", "Aug 2027". */
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
 * The date that somebody looks for who types "May 21", "5/21", "5/21/2027", "21 May" or "2027-05-21"; undefined when it is
 * none. Without a year it is the season's date, or else the next one from today on.
 */
export function searchedDate(q: string, today: TripDate, season: Season): TripDate | undefined {
  const text = tidy(q)
  for (const { way, parts } of WAYS) {
    const found = way.exec(text)
    if (!found) continue
    const said = Object.fromEntries(parts.map((part, index) => [part, found[index + 1]]))
    const month = MONTHS.indexOf(said.month!.slice(0, 3)) + 1 || Number(said.month)
    const inYear = (year: number) => dateOf(year, month, Number(said.day))
    if (said.year) return inYear(Number(said.year.padStart(4, '20')))
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
