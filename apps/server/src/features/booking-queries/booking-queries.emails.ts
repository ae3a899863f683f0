import { portal } from '@arcadia/contract/addresses'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { action, answersGoTo, facts, letter, nameInMail, plainLine } from '../../mail/letter.ts'
import type { Emails } from '../../mail/mail-renderers.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    /** To the owner. */
    'query-received': { queryId: number; bookingId: number }
  }
}

export const bookingQueryEmails: Emails = {
  async 'query-received'({ queryId }, context) {
    const query = await context.tx
      .selectFrom('booking_queries as q')
      .innerJoin('bookings as b', 'b.id', 'q.booking_id')
      .select([
        'q.query_message',
        'q.status',
        'b.confirmation_number',
        'b.trip_date',
        'b.first_name',
        'b.last_name',
        'b.email',
        'b.phone',
      ])
      .where('q.id', '=', queryId)
      .executeTakeFirst()
    if (query?.status !== 'NEW') return null
    const name = nameInMail(query.first_name, query.last_name)
    return {
      ...letter(
        context,
        { subject: `A question from ${name}, ${query.confirmation_number}`, headline: 'A guest has a question' },
        facts({
          From: name,
          Phone: plainLine(query.phone),
          Trip: `${formatFullDate(query.trip_date)}, ${query.confirmation_number}`,
        }),
        { lead: 'Their question:', quote: query.query_message },
        action('Answer it', portal.bookingQueries.href({ id: queryId })),
      ),
      ...answersGoTo(query.email),
    }
  },
}
