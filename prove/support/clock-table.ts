import { assessDay } from '@arcadia/contract/availability'
import { FALLBACK_CONFIG } from '@arcadia/contract/configuration'
import { venueDate } from '@arcadia/contract/trip-date'
import { dayNumber, expectedReason, expectedToday, writtenDay } from './reference-calendar.ts'

// Compares the product's verdict on days with the reference calendar at every hour of a year and prints the differences.

const YEAR = { ...FALLBACK_CONFIG, seasonStart: '2028-02-27', seasonEnd: '2028-11-07', blackoutDates: ['2028-06-16'] }
const start = Date.UTC(2028, 0, 1)
const result = { zone: process.env.TZ, checks: 0, wrong: [] as string[] }
for (let hour = 0; hour < 366 * 24; hour++) {
  const now = new Date(start + hour * 3_600_000)
  const today = dayNumber(expectedToday(now))
  // The days around this one, and the edges of the season.
  const days = [-2, -1, 0, 1, 2, 3].map((ahead) => writtenDay(today + ahead))
  const edges = [YEAR.seasonStart, YEAR.seasonEnd].flatMap((edge) =>
    [-1, 0, 1].map((beside) => writtenDay(dayNumber(edge) + beside)),
  )
  result.checks++
  for (const date of [...days, ...edges]) {
    const actual = assessDay(date, venueDate(now), YEAR, { booked: 0, held: 0 }).reason
    const expected = expectedReason(date, now, YEAR)
    if (actual !== expected) {
      result.wrong.push(`${now.toISOString()} ${date}: got ${actual}, expected ${expected}`)
      break
    }
  }
}
console.log(JSON.stringify(result))
