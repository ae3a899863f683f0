import { expect, test } from 'vitest'
import { checkDetails } from './check-details.ts'
import { newDetails, type TripDetails } from './trip-details.ts'

const named = { firstName: 'Alex', lastName: 'Rivera', email: 'alex@example.com', phone: '(863) 555-0142' }
const full: TripDetails = { ...newDetails(), ...named, acceptsTerms: true }
const check = (change: Partial<TripDetails>) => checkDetails({ ...full, ...change }, '2026-06-18')

test('full details can be booked', () => {
  expect(check({})).toEqual({ message: null, errors: {} })
})

test('the message names only missing fields', () => {
  expect(check({ firstName: '', lastName: ' ', email: '' }).message).toBe(
    'Please fill in your first name, last name, and email.',
  )
  expect(check({ firstName: '', email: '' }).message).toBe('Please fill in your first name and email.')
  expect(check({ lastName: '' }).message).toBe('Please fill in your last name.')
})

test('each wrong field has its own message', () => {
  expect(check({ phone: '' })).toEqual({
    message: null,
    errors: { phone: 'Please enter your phone number to continue with the booking.' },
  })
  expect(check({ email: 'alex' })).toEqual({ message: null, errors: { email: 'Please enter a valid email address' } })
  expect(check({ acceptsTerms: false }).errors).toEqual({ acceptsTerms: 'Please agree to the terms to continue.' })
})
