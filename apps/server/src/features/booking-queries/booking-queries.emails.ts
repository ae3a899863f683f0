import { portal } from '@arcadia/contract/addresses'
import { answerTime } from '@arcadia/contract/site/business-words'
import { formatDayInWords, formatFullDate, formatShortDate } from '@arcadia/contract/trip-date'
import type { Db } from '../../database/transaction.ts'
import { action, answersGoTo, callOrText, facts, letter, nameInMail, viewTrip } from '../../mail/letter.ts'
import type { Emails } from '../../mail/mail-renderers.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    /** To the owner. */
    'query-received': { queryId: number; bookingId: number }
    /** To the guest, with what they wrote. */
    'query-asked': { queryId: number; bookingId: number }
  }
}

export const bookingQueryEmails: Emails = {
  async 'query-received'({ queryId }, context) {
    const query = await findQuery(context.tx, queryId)
    if (query?.status !== 'NEW') return null
    const name = nameInMail(query.first_name, query.last_name)
    return {
      ...letter(
        context,
        { subject: `A question from ${name}, ${formatShortDate(query.trip_date)}`, headline: 'A guest has a question' },
        facts({
          Guest: name,
          Phone: callOrText(query.phone),
          Trip: formatFullDate(query.trip_date),
          Confirmation: {
            value: query.confirmation_number,
            way: action('Open the booking', portal.bookings.href({ id: query.id })),
          },
        }),
        { lead: 'Their question:', quote: query.query_message },
        action('Answer it', portal.bookingQueries.href({ id: queryId })),
      ),
      ...answersGoTo(query.email),
    }
  },
  async 'query-asked'({ queryId }, context) {
    const query = await findQuery(context.tx, queryId)
    // Since answered.
    if (query?.status !== 'NEW') return null
    return letter(
      context,
      {
        subject: `We got your question about ${formatDayInWords(query.trip_date)}`,
        headline: 'Thanks for asking',
        name: query.first_name,
      },
      ["We'll answer by email.", answerTime(context.business)].filter(Boolean).join(' '),
      viewTrip(query, context),
      facts({ Trip: formatFullDate(query.trip_date), Confirmation: query.confirmation_number }),
      { lead: 'You wrote:', quote: query.query_message },
    )
  },
}

function findQuery(db: Db, id: number) {
  return db
    .selectFrom('booking_queries as q')
    .innerJoin('bookings as b', 'b.id', 'q.booking_id')
    .select(['q.query_message', 'q.status', 'b.id', 'b.confirmation_number', 'b.trip_date'])
    .select(['b.first_name', 'b.last_name', 'b.email', 'b.phone'])
    .where('q.id', '=', id)
    .executeTakeFirst()
}
