import { formatVenueTime } from '@arcadia/contract/trip-date'
import { expect, test } from 'vitest'
import { skyOf } from './trip-sky.ts'

const minutesOf = (text: string) => {
  const [, hour, minute, half] = /(\d+):(\d+).(AM|PM)/.exec(text)!
  return ((Number(hour) % 12) + (half === 'PM' ? 12 : 0)) * 60 + Number(minute)
}
const atVenue = (instant: Date) => minutesOf(formatVenueTime(instant))

// NOAA's solar calculator for 27.2159 N, 81.8584 W.
test.each([
  { date: '2026-06-18', sunrise: '6:33 AM', sunset: '8:22 PM' },
  { date: '2026-10-31', sunrise: '7:35 AM', sunset: '6:45 PM' },
  // The clocks went back the night before.
  { date: '2026-11-01', sunrise: '6:36 AM', sunset: '5:44 PM' },
])('the sun on $date, in venue time', ({ date, ...expected }) => {
  const { sunrise, sunset } = skyOf(date)
  expect(Math.abs(atVenue(sunrise) - minutesOf(expected.sunrise))).toBeLessThanOrEqual(2)
  expect(Math.abs(atVenue(sunset) - minutesOf(expected.sunset))).toBeLessThanOrEqual(2)
})

// The almanac: new on June 15, first quarter on June 21, full on June 29, last quarter on July 7, 2026.
test.each([
  { date: '2026-06-15', phase: 'New moon' },
  { date: '2026-06-18', phase: 'Waxing crescent' },
  { date: '2026-06-21', phase: 'First quarter' },
  { date: '2026-06-29', phase: 'Full moon' },
  { date: '2026-06-25', phase: 'Waxing gibbous' },
  { date: '2026-07-03', phase: 'Waning gibbous' },
  { date: '2026-07-07', phase: 'Last quarter' },
  { date: '2026-07-11', phase: 'Waning crescent' },
])('the moon on $date: $phase', ({ date, phase }) => {
  expect(skyOf(date).moon.phase).toBe(phase)
})

test('a full moon is lit, a new one is not', () => {
  expect(skyOf('2026-06-29').moon.litPercent).toBeGreaterThanOrEqual(99)
  expect(skyOf('2026-06-15').moon.litPercent).toBeLessThanOrEqual(2)
})
