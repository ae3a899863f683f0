import { letter, viewTrip } from '../../mail/letter.ts'
import type { Emails } from '../../mail/mail-renderers.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    /** The owner's message to a guest. */
    message: { recipientId: number; bookingId: number }
  }
}

export const messageEmails: Emails = {
  async message({ recipientId }, context) {
    const { subject, text, id, email } = await context.tx
      .selectFrom('message_recipients as r')
      .innerJoin('bookings as b', 'b.id', 'r.booking_id')
      .select(['r.subject', 'r.text', 'b.id', 'b.email'])
      .where('r.id', '=', recipientId)
      .executeTakeFirstOrThrow()
    if (subject === null || text === null) return null
    const booking = viewTrip({ id, email }, context)
    return {
      ...letter(context, { subject, headline: `A note from ${context.business.name}`, name: false }, text, booking),
      isFromPerson: true,
    }
  },
}
