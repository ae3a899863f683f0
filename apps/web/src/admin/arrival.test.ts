import { expect, test } from 'vitest'
import { readArrival } from './arrival.ts'

test('leaves an ordinary address alone', () => {
  expect(readArrival('', null)).toEqual({ tab: undefined, message: undefined, settledSearch: undefined })
  expect(readArrival('?tab=bookings&q=a%20b', null)).toMatchObject({ tab: 'bookings', settledSearch: undefined })
})

test('shows a success message and removes it from the address', () => {
  expect(readArrival('?tab=bookings&success=true&message=All%20done', null)).toEqual({
    tab: 'bookings',
    message: 'All done',
    settledSearch: '?tab=bookings',
  })
})

test('does not show a message without success, but removes it from the address too', () => {
  expect(readArrival('?success=false&message=x', null)).toMatchObject({ message: undefined, settledSearch: '?' })
})

test("moves a redirect's tab into the address, ahead of the address's own", () => {
  expect(readArrival('?tab=users', { tab: 'bookings' })).toMatchObject({
    tab: 'bookings',
    settledSearch: '?tab=bookings',
  })
  expect(readArrival('?tab=users', { tab: 7 })).toMatchObject({ tab: 'users', settledSearch: undefined })
})
