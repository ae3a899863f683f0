import { expect, test } from 'vitest'
import { formatUntil } from '../bookings.ts'
import { dayEnds } from '../site/business-words.ts'
import { hourInWords, portalHour, TRIP_HOURS } from '../site/wording.ts'
import { formatPortalTime, formatVenueTime } from '../trip-date.ts'
import { hoursWithoutZone } from './hours.ts'

const summer = new Date('2027-07-01T18:05:00Z')

test('every hour a guest reads names its zone', () => {
  expect(hourInWords('08:00')).toBe('8:00 AM Eastern')
  expect(TRIP_HOURS).toBe('8:00 AM to 12:00 PM Eastern')
  expect(formatVenueTime(summer)).toBe('2:05 PM Eastern')
  expect(formatUntil(summer)).toBe('Thu, Jul 1, 2:05 PM Eastern')
  expect(dayEnds({ tripEnds: '00:30' })).toBe('Plan to be done around 12:30 AM Eastern.')
})

test('the portal reads the venue’s hours without it', () => {
  expect(portalHour('13:30')).toBe('1:30 PM')
  expect(formatPortalTime(summer)).toBe('2:05 PM')
})

test('an hour without its zone is found, alone and at either end of a range', () => {
  expect(hoursWithoutZone('We start at 8:00 AM and 8 AM, 8:00 AM to 12:00 PM.')).toHaveLength(4)
  expect(hoursWithoutZone('At 8:00 AM Eastern, 8:00 AM to 12:00 PM Eastern, 250 pounds, I AM.')).toEqual([])
})
