import type { User } from '@arcadia/contract/accounts'
import { expect, test } from 'vitest'
import { checkDetails, fillFromAccount, newDetails, type TripDetails } from './trip-details.ts'

const alex: User = {
  id: 1,
  username: 'alex',
  email: 'alex@example.com',
  emailConfirmed: true,
  hasPassword: true,
  pendingEmail: null,
  firstName: 'Alex',
  lastName: 'Rivera',
  phoneNumber: '(863) 555-0142',
  role: 'USER',
  position: null,
}

const full: TripDetails = { ...fillFromAccount(newDetails(), alex), acceptsTerms: true }
const check = (change: Partial<TripDetails>) => checkDetails({ ...full, ...change }, '2026-06-18')

test('the trophy package is the default', () => {
  expect(newDetails().packageType).toBe('TROPHY')
  expect(newDetails('STANDARD').packageType).toBe('STANDARD')
  expect(newDetails('STANDARD', 2).numberOfGuests).toBe(2)
})

test('the account fills empty fields and keeps what was typed', () => {
  expect(full).toMatchObject({ firstName: 'Alex', lastName: 'Rivera', email: 'alex@example.com' })
  expect(fillFromAccount({ ...newDetails(), firstName: 'Sam' }, alex).firstName).toBe('Sam')
  expect(fillFromAccount(newDetails(), { ...alex, phoneNumber: null }).phone).toBe('')
})

test('details filled from an account can be booked', () => {
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
