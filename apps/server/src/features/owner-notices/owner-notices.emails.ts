import { notSentSince } from '@arcadia/contract/admin/mails'
import { letter } from '../../mail/letter.ts'
import type { Emails } from '../../mail/mail-renderers.ts'
import { mailsWaitSince } from '../../mail/outbox.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    /** Pushed only, because an email would wait with the others. */
    'emails-wait': { since: string }
  }
}

export const ownerNoticesEmails: Emails = {
  async 'emails-wait'({ since }, context) {
    if (!(await mailsWaitSince(context.tx, context.now))) return null
    return letter(
      context,
      { subject: notSentSince(new Date(since), context.now), headline: 'Emails are waiting' },
      'The mail server takes nothing.',
    )
  },
}
