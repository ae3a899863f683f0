import { expect, test } from 'vitest'
import { TripDate, venueInstant } from './trip-date.ts'

test('8 AM at the venue is right in summer and in winter', () => {
  expect(venueInstant('2026-06-18', '08:00').toISOString()).toBe('2026-06-18T12:00:00.000Z')
  expect(venueInstant('2026-12-18', '08:00').toISOString()).toBe('2026-12-18T13:00:00.000Z')
})

test('an early hour is right on the morning the clocks change', () => {
  expect(venueInstant('2027-03-14', '06:00').toISOString()).toBe('2027-03-14T10:00:00.000Z')
  expect(venueInstant('2027-11-07', '06:00').toISOString()).toBe('2027-11-07T11:00:00.000Z')
})

test('a clock change the night before does not shift the morning', () => {
  expect(venueInstant('2026-03-08', '08:00').toISOString()).toBe('2026-03-08T12:00:00.000Z')
  expect(venueInstant('2026-11-01', '08:00').toISOString()).toBe('2026-11-01T13:00:00.000Z')
})

test('a day that does not exist is told apart from a date that is written another way', () => {
  const messageFor = (text: string) => TripDate.safeParse(text).error?.issues[0]?.message
  expect(messageFor('2027-02-30')).toBe('2027-02-30 does not exist.')
  expect(messageFor('02/28/2027')).toBe('Dates are written yyyy-MM-dd, for example 2026-05-16.')
  expect(messageFor('2028-02-29')).toBeUndefined()
})
