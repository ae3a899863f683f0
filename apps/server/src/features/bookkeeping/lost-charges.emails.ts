import { portal } from '@arcadia/contract/addresses'
import { action, letter } from '../../mail/letter.ts'
import type { Emails } from '../../mail/mail-renderers.ts'
import { readLostCharges } from './lost-charges.service.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    /** To the owner, once after a restore. */
    'charges-lost': { requestIds: string[] }
  }
}

export const lostChargeEmails = (environment: string): Emails => ({
  async 'charges-lost'({ requestIds }, context) {
    const lost = (await readLostCharges(context.tx, environment)).filter(({ requestId }) =>
      requestIds.includes(requestId),
    )
    if (lost.length === 0) return null
    return letter(
      context,
      {
        subject: lost.length === 1 ? "A payment isn't in our books" : `${lost.length} payments aren't in our books`,
        headline: 'Bookings to enter again',
      },
      'The site was restored from a backup. These card payments came after it:',
      ...lost.map(({ text }) => text),
      'Re-enter each booking from its confirmation email, or refund the payment in QuickBooks. Then mark it settled in the Refunds tab.',
      action('Open the Refunds tab', portal.refunds.href()),
    )
  },
})
