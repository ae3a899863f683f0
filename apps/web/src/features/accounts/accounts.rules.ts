import { NewAccount, NewPassword, updateMe } from '@arcadia/contract/accounts'
import * as z from 'zod/mini'

const Again = z.string()

/** `confirmPassword` repeats the password of that name. */
function repeats<Name extends string>(name: Name) {
  return z.refine<Record<Name | 'confirmPassword', string>>((form) => form[name] === form.confirmPassword, {
    error: 'Passwords do not match',
    path: ['confirmPassword'],
  })
}

/** The sign-up form: a new account, its password typed twice. */
export const SignUpForm = z.extend(NewAccount, { confirmPassword: Again }).check(repeats('password'))

/** A new password, typed twice. */
export const NewPasswordForm = z
  .strictObject({ password: NewPassword, confirmPassword: Again })
  .check(repeats('password'))

/** A new password, typed twice, from someone who has to know the current one. */
export const PasswordChangeForm = z
  .strictObject({
    currentPassword: z.string().check(z.minLength(1, 'Password is required')),
    newPassword: NewPassword,
    confirmPassword: Again,
  })
  .check(repeats('newPassword'))

/** The profile of whoever has the address `email`: another one needs the password. */
export function profileForm(email: string) {
  return updateMe.body.check(
    z.refine((form) => form.email === email || Boolean(form.currentPassword), {
      error: 'Enter your password to change your email.',
      path: ['currentPassword'],
    }),
  )
}

/** The single-purpose token of an emailed link; it stands after `#`, so that it reaches no server's log. */
export function tokenOfHash(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('token') || null
}
