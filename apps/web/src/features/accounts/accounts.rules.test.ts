import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { PasswordChangeForm, profileForm, SignUpForm } from './accounts.rules.ts'

const filled = {
  username: 'ana.reyes',
  email: 'ana@example.com',
  password: 'tarpon',
  confirmPassword: 'tarpon',
  firstName: '',
  lastName: '',
  phoneNumber: '(863) 555-0142',
}

/** The first error of each wrong field. */
function wrong(schema: z.ZodMiniType, values: object) {
  const issues = z.safeDecode(schema, values).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]).reverse())
}

test('first and last name are optional at sign-up', () => {
  expect(z.decode(SignUpForm, filled)).toMatchObject({ username: 'ana.reyes', firstName: null, lastName: null })
})

test('sign-up shows the specified errors', () => {
  expect(wrong(SignUpForm, { ...filled, confirmPassword: 'tarpom' })).toEqual({
    confirmPassword: 'Passwords do not match',
  })
  expect(
    wrong(SignUpForm, { ...filled, username: 'an', password: 'perch', confirmPassword: '', phoneNumber: ' ' }),
  ).toEqual({
    username: 'Username must be at least 3 characters long',
    password: 'Password must be at least 6 characters long',
    confirmPassword: 'Passwords do not match',
    phoneNumber: 'Phone number is required',
  })
  expect(wrong(SignUpForm, { ...filled, username: '', email: '', password: '', confirmPassword: '' })).toEqual({
    username: 'Username is required',
    email: 'Email is required',
    password: 'Password is required',
  })
})

test('a new password is typed twice, after the current one', () => {
  expect(wrong(PasswordChangeForm, { currentPassword: '', newPassword: 'tarpon', confirmPassword: 'perch' })).toEqual({
    currentPassword: 'Password is required',
    confirmPassword: 'Passwords do not match',
  })
})

test('changing the email needs the password, except for a mistyped address on an account without one', () => {
  const moved = { phoneNumber: '(863) 555-0142', email: 'ana@example.com' }
  const user = { email: 'anna@example.com', hasPassword: true, emailConfirmed: false }
  const refused = { currentPassword: 'Enter your password to change your email.' }
  expect(wrong(profileForm(user), moved)).toEqual(refused)
  expect(wrong(profileForm(user), { ...moved, email: user.email })).toEqual({})
  expect(wrong(profileForm({ ...user, hasPassword: false }), moved)).toEqual({})
  expect(wrong(profileForm({ ...user, hasPassword: false, emailConfirmed: true }), moved)).toEqual(refused)
})
