import { addresses } from '@arcadia/contract/addresses'
import { action, letter } from '../../mail/letter.ts'
import type { Emails } from '../../mail/mail-renderers.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    /** The owner's message to a guest. */
    message: { recipientId: number; bookingId: number }
  }
}

export const messageEmails: Emails = {
  async message({ recipientId, bookingId }, context) {
    const { subject, text } = await context.tx
      .selectFrom('message_recipients')
      .select(['subject', 'text'])
      .where('id', '=', recipientId)
      .executeTakeFirstOrThrow()
    if (subject === null || text === null) return null
    const booking = action('View your booking', addresses.bookings.booking.href({ id: bookingId }))
    return {
      ...letter(context, { subject, headline: `A note from ${context.business.name}` }, text, booking),
      isFromPerson: true,
    }
  },
}
