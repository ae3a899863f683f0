import type { User } from '@arcadia/contract/accounts'
import { expect, test } from 'vitest'
import { fillFromAccount, newDetails, type TripDetails } from './trip-details.ts'

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
