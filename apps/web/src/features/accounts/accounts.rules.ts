import { NewAccount, NewPassword, type User, updateMe } from '@arcadia/contract/accounts'
import * as z from 'zod/mini'

const Again = z.string()

/** `confirmPassword` must repeat the password field of that name. */
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

/** A new password, typed twice, plus the current one. */
export const PasswordChangeForm = z
  .strictObject({
    currentPassword: z.string().check(z.minLength(1, 'Password is required')),
    newPassword: NewPassword,
    confirmPassword: Again,
  })
  .check(repeats('newPassword'))

/**
 * Whether changing the email needs the password. Not on a passwordless account with an unconfirmed address, because
 * that address was mistyped (docs/rules.md §4.15).
 */
export const needsPasswordToMove = (user: Pick<User, 'hasPassword' | 'emailConfirmed'>) =>
  user.hasPassword !== false || user.emailConfirmed

/** The profile; changing its email may need the password. */
export function profileForm(user: Pick<User, 'email' | 'hasPassword' | 'emailConfirmed'>) {
  return updateMe.body.check(
    z.refine((form) => form.email === user.email || !needsPasswordToMove(user) || Boolean(form.currentPassword), {
      error: 'Enter your password to change your email.',
      path: ['currentPassword'],
    }),
  )
}

const UNITS: [name: string, minutes: number][] = [
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
]

/** '10 minutes ago', in the largest unit that fits. */
export function agoInWords(then: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - then.getTime()) / 60_000))
  const [name, size] = UNITS.find(([, length]) => minutes >= length) ?? ['minute', 1]
  const count = Math.floor(minutes / size)
  if (count === 0) return 'just now'
  return `${count} ${name}${count === 1 ? '' : 's'} ago`
}
