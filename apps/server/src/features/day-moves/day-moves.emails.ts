import { formatUntil } from '@arcadia/contract/bookings'
import { noOtherMorning, sorryFor } from '@arcadia/contract/day-moves'
import { groupInWords } from '@arcadia/contract/riders'
import { formatDayInWords, formatShortDate } from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import { action, facts, letter, note, viewTrip } from '../../mail/letter.ts'
import type { Emails } from '../../mail/mail-renderers.ts'
import { nearestMornings } from '../availability/availability.service.ts'
import { dayAndHour, dayOf } from '../bookings/bookings.emails.ts'
import { choiceInWords, type Paid } from './day-moves.rules.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    'day-move-asked': { moveId: number; bookingId: number }
    'day-move-withdrawn': { moveId: number; bookingId: number }
  }
}

export const dayMoveEmails: Emails = {
  async 'day-move-asked'({ moveId, bookingId }, context) {
    const asked = await findAsked(context.tx, moveId, bookingId)
    // Since answered or withdrawn.
    if (!asked || asked.closed_at) return null
    const owesDeposit =
      asked.deposit_until !== null && "The payment link we sent you won't take a deposit until you pick another date."
    const paid = await findWaysPaid(context.tx, bookingId)
    const group = { numberOfGuests: asked.numberOfGuests, isPrivate: asked.privateMorning !== null }
    const nearest = await nearestMornings(context, asked.date, group)
    const isAnyOpen = nearest.length > 0
    const [either, orBack] =
      paid.length > 0 ? ['New date or refund', 'Get your money back'] : ['New date or cancel', 'Cancel your trip']
    return letter(
      context,
      {
        subject: `Called off: your trip on ${formatDayInWords(asked.date)}`,
        headline: "We can't run your trip",
        name: asked.first_name,
        picture: 'called-off',
        day: { date: asked.date, isNow: 'Called off' },
      },
      sorryFor(asked),
      !isAnyOpen && noOtherMorning(asked, context.business),
      ...choiceInWords(paid, isAnyOpen),
      owesDeposit,
      action(isAnyOpen ? either : orBack, context.tripPage({ id: bookingId, email: asked.email })),
      facts({
        'Nearest mornings': isAnyOpen ? nearest.map(formatShortDate).join('\n') : null,
        Group: groupInWords(asked),
        Confirmation: asked.confirmation_number,
      }),
      isAnyOpen && "We can't hold a date until you pick it.",
      note("You don't need to sign in. Anyone with this link can answer for your group, so keep it to yourself."),
    )
  },

  async 'day-move-withdrawn'({ moveId, bookingId }, context) {
    const asked = await findAsked(context.tx, moveId, bookingId)
    if (!asked) return null
    const { deposit_until: until } = asked
    // Just released; a cancellation email goes out instead.
    if (until && until <= context.now) return null
    return letter(
      context,
      {
        subject: `Your trip is on after all: ${dayAndHour(asked.date, context.business)}`,
        headline: 'Good news',
        name: asked.first_name,
        day: dayOf({ trip_date: asked.date }, context),
      },
      `We're going out that day. ${
        until
          ? `Pay the deposit by ${formatUntil(until)} to keep your spots.`
          : "Your booking stays as it was, and you don't need to do anything."
      }`,
      viewTrip({ id: bookingId, email: asked.email }, context),
      facts({ Group: groupInWords(asked), Confirmation: asked.confirmation_number }),
    )
  },
}

/** What a booking still has of each way of paying. */
async function findWaysPaid(db: Db, bookingId: number): Promise<Paid[]> {
  const { rows } = await sql<Paid>`
    select method, sum(cents)::integer as cents,
      case when method = 'CARD' then (
        select json_agg(distinct jsonb_build_object('cardBrand', a.card_brand, 'last4', a.last4))
        from charges c join payment_attempts a on a.id = c.id where c.booking_id = ${bookingId} and c.rest_cents > 0) end as cards
    from (
      select booking_id, method, cents from money_in union all select booking_id, method, -cents from money_back) money
    where booking_id = ${bookingId} group by method having sum(cents) > 0 order by method`.execute(db)
  return rows
}

/** A booking still confirmed or pending on the day. */
async function findAsked(db: Db, moveId: number, bookingId: number) {
  return db
    .selectFrom('day_moves as m')
    .innerJoin('bookings as b', 'b.trip_date', 'm.trip_date')
    .select([
      'm.trip_date as date',
      'm.reason',
      'm.words',
      'm.closed_at',
      'b.email',
      'b.deposit_until',
      'b.first_name',
      'b.confirmation_number',
      'b.number_of_guests as numberOfGuests',
      'b.riders',
      'b.private_spots as privateMorning',
    ])
    .where('m.id', '=', moveId)
    .where('b.id', '=', bookingId)
    .where('b.status', 'in', ['CONFIRMED', 'PENDING'])
    .executeTakeFirst()
}
