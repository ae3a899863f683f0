import { NewAccount, NewPassword, type User, updateMe } from '@arcadia/contract/accounts'
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

/**
 * Whether another email needs the password. An address that nobody confirmed, of an account without one, was mistyped
 * (docs/rules.md §4.15).
 */
export const needsPasswordToMove = (user: Pick<User, 'hasPassword' | 'emailConfirmed'>) =>
  user.hasPassword !== false || user.emailConfirmed

/** The profile, whose email may need the password to change. */
export function profileForm(user: Pick<User, 'email' | 'hasPassword' | 'emailConfirmed'>) {
  return updateMe.body.check(
    z.refine((form) => form.email === user.email || !needsPasswordToMove(user) || Boolean(form.currentPassword), {
      error: 'Enter your password to change your email.',
      path: ['currentPassword'],
    }),
  )
}
