import { addresses } from '@arcadia/contract/addresses'
import { formatUntil } from '@arcadia/contract/bookings'
import { whyMoved } from '@arcadia/contract/day-moves'
import { groupInWords } from '@arcadia/contract/riders'
import { reachUs } from '@arcadia/contract/site/business-words'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import { tripLink } from '../../http/booking-links.ts'
import { action, facts, greet, letter } from '../../mail/letter.ts'
import type { Emails } from '../../mail/mail-renderers.ts'
import { choiceInWords, type PaidBy } from './day-moves.rules.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    'day-move-asked': { moveId: number; bookingId: number }
    'day-move-withdrawn': { moveId: number; bookingId: number }
  }
}

export const dayMoveEmails = (key: Buffer): Emails => ({
  async 'day-move-asked'({ moveId, bookingId }, context) {
    const asked = await findAsked(context.tx, moveId, bookingId)
    // Since answered or withdrawn.
    if (!asked || asked.closed_at) return null
    const date = formatFullDate(asked.date)
    const about = facts({
      Confirmation: asked.confirmation_number,
      'Called off': date,
      Group: groupInWords(asked),
    })
    const owesDeposit =
      asked.status === 'PENDING' &&
      "You don't owe a deposit for that day, and the payment link we sent you won't take one until you pick another date."
    const paidBy = await findWaysPaid(context.tx, bookingId)
    return letter(
      context,
      `We can't run your trip on ${date}`,
      greet(asked.first_name),
      whyMoved(asked),
      choiceInWords(paidBy),
      owesDeposit,
      about,
      "You don't need to sign in. Anyone with this link can answer for your group, so keep it to yourself.",
      action(
        paidBy.length > 0 ? 'Choose another date or a refund' : 'Choose another date or cancel',
        addresses.trip.href(tripLink.of(key, { id: bookingId, email: asked.email })),
      ),
      'Open dates go fast, so pick yours soon.',
      reachUs('Questions?', context.business),
    )
  },

  async 'day-move-withdrawn'({ moveId, bookingId }, context) {
    const asked = await findAsked(context.tx, moveId, bookingId)
    // Called off again before the email went out.
    if (!asked || asked.is_being_moved) return null
    const isPending = asked.status === 'PENDING'
    // Just released; a cancellation email goes out instead.
    if (isPending && asked.deposit_until! <= context.now) return null
    const date = formatFullDate(asked.date)
    return letter(
      context,
      `Your trip is on after all: ${date}`,
      greet(asked.first_name),
      `Good news: your trip on ${date} is on after all. ${
        isPending
          ? `You can pay the deposit with the link we sent you until ${formatUntil(asked.deposit_until!)}.`
          : "Your booking stays as it was, and you don't need to do anything."
      }`,
      facts({ Confirmation: asked.confirmation_number, Date: date, Group: groupInWords(asked) }),
      !isPending && action('View your booking', addresses.bookings.booking.href({ id: bookingId })),
      reachUs("Can't make it anymore?", context.business),
    )
  },
})

/** The ways of paying from which a booking still has money. */
async function findWaysPaid(db: Db, bookingId: number): Promise<PaidBy[]> {
  const { rows } = await sql<{ method: PaidBy }>`
    select method from (
      select booking_id, method, cents from money_in union all select booking_id, method, -cents from money_back) money
    where booking_id = ${bookingId} group by method having sum(cents) > 0`.execute(db)
  return rows.map(({ method }) => method)
}

/** A booking still confirmed on the day, or awaiting its deposit. */
async function findAsked(db: Db, moveId: number, bookingId: number) {
  return db
    .selectFrom('day_moves as m')
    .innerJoin('bookings as b', 'b.trip_date', 'm.trip_date')
    .select([
      'm.trip_date as date',
      'm.reason',
      'm.words',
      'm.closed_at',
      'b.status',
      'b.email',
      'b.deposit_until',
      'b.first_name',
      'b.confirmation_number',
      'b.number_of_guests as numberOfGuests',
      'b.riders',
      sql<boolean>`exists (select from day_moves o where o.trip_date = m.trip_date and o.closed_at is null)`.as(
        'is_being_moved',
      ),
    ])
    .where('m.id', '=', moveId)
    .where('b.id', '=', bookingId)
    .where((eb) =>
      eb.or([
        eb('b.status', '=', 'CONFIRMED'),
        eb.and([eb('b.status', '=', 'PENDING'), eb('b.deposit_until', 'is not', null)]),
      ]),
    )
    .executeTakeFirst()
}
