import { expect, test } from 'vitest'
import { formatUntil } from '../bookings.ts'
import { type BusinessWords, businessWords, dayEnds, fishUntil, refuseHours } from '../site/business-words.ts'
import { hourInWords, portalHour } from '../site/wording.ts'
import { formatPortalTime, formatVenueTime } from '../trip-date.ts'
import { hoursWithoutZone } from './hours.ts'

const summer = new Date('2027-07-01T18:05:00Z')

test('every hour a guest reads names its zone', () => {
  expect(hourInWords('08:00')).toBe('8:00 AM Eastern')
  expect(formatVenueTime(summer)).toBe('2:05 PM Eastern')
  expect(formatUntil(summer)).toBe('Thu, Jul 1, 2:05 PM Eastern')
  expect(dayEnds({ tripEnds: '00:30' })).toBe("You'll be done around 12:30 AM Eastern.")
})

test('the portal reads the venue’s hours without it', () => {
  expect(portalHour('13:30')).toBe('1:30 PM')
  expect(formatPortalTime(summer)).toBe('2:05 PM')
})

test('an hour without its zone is found, alone and at either end of a range', () => {
  expect(hoursWithoutZone('We start at 8:00 AM and 8 AM, 8:00 AM to 12:00 PM.')).toHaveLength(4)
  expect(hoursWithoutZone('At 8:00 AM Eastern, 8:00 AM to 12:00 PM Eastern, 250 pounds, I AM.')).toEqual([])
})

const business = { name: 'Peace River Giants', phone: '', email: '', moveDays: 2 }

test.each<[hours: Parameters<typeof fishUntil>[0], words: BusinessWords, until: string]>([
  [
    {},
    { starts: '8:00\u00a0AM Eastern', hours: '8:00\u00a0AM to 12:00\u00a0PM Eastern', length: 'Four hours' },
    'fish until noon',
  ],
  [
    { tripStarts: '06:30', linesOut: '11:00', tripEnds: '11:45' },
    { starts: '6:30\u00a0AM Eastern', hours: '6:30\u00a0AM to 11:00\u00a0AM Eastern', length: 'Four and a half hours' },
    'fish until 11:00 AM Eastern',
  ],
  [
    { linesOut: '13:20' },
    { hours: '8:00\u00a0AM to 1:20\u00a0PM Eastern', length: '5 hours 20 minutes' },
    'fish until 1:20 PM Eastern',
  ],
  [{ linesOut: '09:00' }, { length: 'One hour' }, 'fish until 9:00 AM Eastern'],
])('the hours of a trip are the owner’s, else the specified ones: %j', (hours, words, until) => {
  expect(businessWords({ ...business, ...hours })).toMatchObject(words)
  expect(fishUntil(hours)).toBe(until)
  expect(refuseHours(hours)).toBeUndefined()
})

test('lines out come after the start, and the ramp not before lines out', () => {
  expect(refuseHours({ tripStarts: '12:00' })?.path).toBe('linesOut')
  expect(refuseHours({ tripEnds: '11:30' })?.path).toBe('tripEnds')
  expect(refuseHours({ tripEnds: '12:00' })).toBeUndefined()
})
