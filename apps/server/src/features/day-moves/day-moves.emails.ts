import { whyMoved } from '@arcadia/contract/day-moves'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import { action, anglers, facts, greet, letter } from '../../mail/letter.ts'
import type { MailRenderers } from '../../mail/mail-renderers.ts'

interface DayMoveMails {
  'day-move-asked': { moveId: number; bookingId: number }
  'day-move-withdrawn': { moveId: number; bookingId: number }
}

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds extends DayMoveMails {}
}

export const dayMoveEmails: MailRenderers<DayMoveMails> = {
  async 'day-move-asked'({ moveId, bookingId }, context) {
    const asked = await findAsked(context.tx, moveId, bookingId)
    // Answered or withdrawn before the mail went out.
    if (!asked || asked.closed_at) return null
    const date = formatFullDate(asked.date)
    return letter(
      context,
      `We cannot go out on ${date}`,
      greet(asked.first_name),
      whyMoved(asked),
      'Choose another date, and your deposit goes with you, however close the day is. Or take your deposit back: then the booking is cancelled, and what you paid by card goes back to it.',
      facts({
        Confirmation: asked.confirmation_number,
        'Not on': date,
        Party: anglers(asked.number_of_guests),
      }),
      action('Choose another date or a refund', `${context.publicUrl}/bookings#move-${bookingId}`),
      'No other date is kept for you until you choose one: the first to choose has it.',
      `Questions? Call ${context.business.phone}.`,
    )
  },

  async 'day-move-withdrawn'({ moveId, bookingId }, context) {
    const asked = await findAsked(context.tx, moveId, bookingId)
    // Moved anew before the mail went out.
    if (!asked || asked.is_being_moved) return null
    const date = formatFullDate(asked.date)
    return letter(
      context,
      `We go out after all: ${date}`,
      greet(asked.first_name),
      `It looked as if the guide could not go out on ${date}. That has changed: your trip takes place as you booked it, and there is nothing for you to do.`,
      facts({ Confirmation: asked.confirmation_number, Date: date, Party: anglers(asked.number_of_guests) }),
      action('View your booking', `${context.publicUrl}/bookings#booking-${bookingId}`),
      `Does the day not suit you any more? Call ${context.business.phone}.`,
    )
  },
}

/** A booking that is still confirmed on the day. */
async function findAsked(db: Db, moveId: number, bookingId: number) {
  return db
    .selectFrom('day_moves as m')
    .innerJoin('bookings as b', 'b.trip_date', 'm.trip_date')
    .select([
      'm.trip_date as date',
      'm.reason',
      'm.words',
      'm.closed_at',
      'b.first_name',
      'b.confirmation_number',
      'b.number_of_guests',
      sql<boolean>`exists (select from day_moves o where o.trip_date = m.trip_date and o.closed_at is null)`.as(
        'is_being_moved',
      ),
    ])
    .where('m.id', '=', moveId)
    .where('b.id', '=', bookingId)
    .where('b.status', '=', 'CONFIRMED')
    .executeTakeFirst()
}
