import { formatDayInWords, formatFullDate } from '@arcadia/contract/trip-date'
import { facts, letter, viewTrip } from '../../mail/letter.ts'
import type { Emails } from '../../mail/mail-renderers.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    reply: { replyId: number; bookingId?: number }
  }
}

/** Whoever writes their own greeting needs none of ours. */
const isGreeting = (text: string) => /^(?:hi|hello|hey|howdy|dear|good (?:morning|afternoon|evening))\b/i.test(text)

export const replyEmails: Emails = {
  async reply({ replyId }, context) {
    const reply = await context.tx
      .selectFrom('replies as r')
      .leftJoin('enquiries as e', 'e.id', 'r.enquiry_id')
      .leftJoin('booking_queries as q', 'q.id', 'r.query_id')
      .leftJoin('bookings as b', 'b.id', 'q.booking_id')
      .leftJoin('users as u', 'u.id', 'b.user_id')
      .select(['r.text', 'e.first_name as enquirer', 'e.message', 'q.query_message as question'])
      .select([
        'b.id as bookingId',
        'b.email',
        'b.confirmation_number as number',
        'b.trip_date as date',
        'u.first_name as customer',
      ])
      .where('r.id', '=', replyId)
      // No email to closed accounts.
      .where('u.closed_at', 'is', null)
      .executeTakeFirst()
    if (!reply) return null
    const { text, bookingId, email, number, date } = reply
    const asked = reply.question ?? reply.message
    return {
      ...letter(
        context,
        {
          subject: date ? `We answered your question about ${formatDayInWords(date)}` : 'Our answer to your enquiry',
          headline: date ? 'Thanks for asking' : 'Thanks for writing',
          name: !isGreeting(text) && (reply.enquirer ?? reply.customer),
        },
        text,
        bookingId !== null && viewTrip({ id: bookingId, email }, context),
        date !== null && facts({ Trip: formatFullDate(date), Confirmation: number }),
        asked !== null && { quote: asked, lead: 'You wrote:' },
      ),
      isFromPerson: true,
    }
  },
}
