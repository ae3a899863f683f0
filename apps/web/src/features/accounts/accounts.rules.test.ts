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

/** The first sentence for each wrong field. */
function wrong(schema: z.ZodMiniType, values: object) {
  const issues = z.safeDecode(schema, values).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]).reverse())
}

test('first and last name may be left out when signing up', () => {
  expect(z.decode(SignUpForm, filled)).toMatchObject({ username: 'ana.reyes', firstName: null, lastName: null })
})

test('signing up says what is wrong in the words of the specification', () => {
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

test('a changed password is typed twice, after the current one', () => {
  expect(wrong(PasswordChangeForm, { currentPassword: '', newPassword: 'tarpon', confirmPassword: 'perch' })).toEqual({
    currentPassword: 'Password is required',
    confirmPassword: 'Passwords do not match',
  })
})

test('another email needs the password, but where it was mistyped by somebody who has none', () => {
  const moved = { phoneNumber: '(863) 555-0142', email: 'ana@example.com' }
  const user = { email: 'anna@example.com', hasPassword: true, emailConfirmed: false }
  const refused = { currentPassword: 'Enter your password to change your email.' }
  expect(wrong(profileForm(user), moved)).toEqual(refused)
  expect(wrong(profileForm(user), { ...moved, email: user.email })).toEqual({})
  expect(wrong(profileForm({ ...user, hasPassword: false }), moved)).toEqual({})
  expect(wrong(profileForm({ ...user, hasPassword: false, emailConfirmed: true }), moved)).toEqual(refused)
})
