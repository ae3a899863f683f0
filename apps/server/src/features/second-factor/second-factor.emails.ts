import { addresses } from '@arcadia/contract/addresses'
import { action, letter, plainLine } from '../../mail/letter.ts'
import type { Emails, MailContext } from '../../mail/mail-renderers.ts'
import { findUser } from '../accounts/accounts.writes.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    /** To staff who turned on two-step sign-in. */
    'second-factor-on': { userId: number }
    /** To staff, each time. The name is kept here, because the passkey may be gone when the email is written. */
    'passkey-added': { userId: number; name: string }
    'passkey-removed': { userId: number; name: string }
  }
}

export const secondFactorEmails: Emails = {
  'second-factor-on': ({ userId }, context) =>
    toStaff(
      userId,
      context,
      'Two-step sign-in is on',
      'From now on, signing in to your account needs a code from your authenticator app. Every other device was signed out.',
      "If that wasn't you, ask another owner to remove your access until it's sorted out, and set a new password right away.",
    ),

  'passkey-added': ({ userId, name }, context) =>
    toStaff(
      userId,
      context,
      'A passkey was added to your account',
      `The passkey "${plainLine(name)}" can sign in to your account now, without your password.`,
      "If that was you, you're all set. If it wasn't, set a new password right away. Then sign in, remove the passkey under Your account, and sign out all other devices there.",
    ),

  'passkey-removed': ({ userId, name }, context) =>
    toStaff(
      userId,
      context,
      'A passkey was removed from your account',
      `The passkey "${plainLine(name)}" can't sign in to your account anymore. Your password still can.`,
      "If that was you, you're all set. If it wasn't, set a new password right away.",
    ),
}

/** About a way to sign in; not to an address that the account no longer has. */
async function toStaff(userId: number, context: MailContext, subject: string, ...paragraphs: string[]) {
  const user = await findUser(context.tx, userId)
  if (!user?.is_active || user.email !== context.to) return null
  const next = action('Set a new password', addresses.forgotPassword.href())
  return letter(context, { subject, headline: 'About your sign-in', name: user.first_name }, ...paragraphs, next)
}
