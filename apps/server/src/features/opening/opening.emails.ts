import { portal } from '@arcadia/contract/addresses'
import { action, letter } from '../../mail/letter.ts'
import type { Emails } from '../../mail/mail-renderers.ts'
import { findUser } from '../accounts/accounts.writes.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    /** To the owner who asked for it on the opening list. */
    'test-email': { userId: number }
  }
}

export const openingEmails: Emails = {
  async 'test-email'({ userId }, context) {
    const user = await findUser(context.tx, userId)
    if (user?.email !== context.to) return null
    return letter(
      context,
      { subject: `Email works at ${context.business.name}`, headline: 'It arrived', name: user.first_name },
      'You asked for a test. This is how your emails arrive.',
      "If it landed in spam, your guests' emails will too: Mail check, beside Email in the portal, says what helps.",
      action('Back to your list', portal.dashboard.overview.href()),
    )
  },
}
