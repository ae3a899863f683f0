import { expect, test } from 'vitest'
import { readArrival } from './arrival.ts'

test('leaves an ordinary address alone', () => {
  expect(readArrival('', null)).toEqual({ tab: undefined, message: undefined, settledSearch: undefined })
  expect(readArrival('?tab=bookings&q=a%20b', null)).toMatchObject({ tab: 'bookings', settledSearch: undefined })
})

test('shows a success message and removes it from the address', () => {
  expect(readArrival('?tab=bookings&success=true&message=QuickBooks%20connected%20successfully', null)).toEqual({
    tab: 'bookings',
    message: 'QuickBooks connected successfully',
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

test("shows nobody else's words, but removes them from the address", () => {
  const search = '?success=true&message=Call%20555-0100%20about%20your%20account'
  expect(readArrival(search, null)).toMatchObject({ message: undefined, settledSearch: '?' })
})
