import { action, letter } from '../../mail/letter.ts'
import type { MailRenderers } from '../../mail/mail-renderers.ts'
import { readLostCharges } from './lost-charges.service.ts'

interface LostChargeMails {
  /** To the owner: after a restore, once. */
  'charges-lost': { requestIds: string[] }
}

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds extends LostChargeMails {}
}

export const lostChargeEmails = (environment: string): MailRenderers<LostChargeMails> => ({
  async 'charges-lost'({ requestIds }, context) {
    const lost = (await readLostCharges(context.tx, environment)).filter(({ requestId }) =>
      requestIds.includes(requestId),
    )
    if (lost.length === 0) return null
    return letter(
      context,
      lost.length === 1 ? "A payment isn't in our books" : `${lost.length} payments aren't in our books`,
      'Hello,',
      'The database was restored from a backup. These card payments were made after that backup, so their bookings are gone:',
      ...lost.map(({ text }) => text),
      'Enter each booking again from its confirmation email, or refund it in QuickBooks. Then settle it in the Refunds tab.',
      action('Open the Refunds tab', `${context.publicUrl}/admin?tab=refunds`),
    )
  },
})
