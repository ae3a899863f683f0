import { expect, test } from 'vitest'
import { readArrival } from './arrival.ts'

test('an ordinary address is left as it is', () => {
  expect(readArrival('', null)).toEqual({ tab: undefined, message: undefined, settledSearch: undefined })
  expect(readArrival('?tab=bookings&q=a%20b', null)).toMatchObject({ tab: 'bookings', settledSearch: undefined })
})

test('a success is told and leaves the address', () => {
  expect(readArrival('?tab=bookings&success=true&message=All%20done', null)).toEqual({
    tab: 'bookings',
    message: 'All done',
    settledSearch: '?tab=bookings',
  })
})

test('a message without success is not told, but leaves the address too', () => {
  expect(readArrival('?success=false&message=x', null)).toMatchObject({ message: undefined, settledSearch: '?' })
})

test("a redirect's tab comes before the address's and moves into it", () => {
  expect(readArrival('?tab=users', { tab: 'bookings' })).toMatchObject({
    tab: 'bookings',
    settledSearch: '?tab=bookings',
  })
  expect(readArrival('?tab=users', { tab: 7 })).toMatchObject({ tab: 'users', settledSearch: undefined })
})
