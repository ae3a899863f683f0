import { addresses } from '@arcadia/contract/addresses'
import { action, greet, letter } from '../../mail/letter.ts'
import type { Emails } from '../../mail/mail-renderers.ts'
import { findUser } from '../accounts/accounts.writes.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    /** To staff who turned on two-step sign-in. */
    'second-factor-on': { userId: number }
  }
}

export const secondFactorEmails: Emails = {
  async 'second-factor-on'({ userId }, context) {
    const user = await findUser(context.tx, userId)
    if (!user?.is_active || user.email !== context.to) return null
    return letter(
      context,
      'Two-step sign-in is on',
      greet(user.first_name),
      'From now on, signing in to your account needs a code from your authenticator app. Every other device was signed out.',
      "If that wasn't you, ask another owner to remove your access until it's sorted out, and set a new password right away.",
      action('Set a new password', addresses.forgotPassword.href()),
    )
  },
}
