import { portal } from '@arcadia/contract/addresses'
import { formatCents } from '@arcadia/contract/money'
import { describePackage } from '@arcadia/contract/packages'
import { formatFullDate, formatShortDate, formatVenueTime, type TripDate, venueDate } from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import { action, answersGoTo, facts, letter, plainLine, textTo } from '../../mail/letter.ts'
import type { Emails, MailContext } from '../../mail/mail-renderers.ts'
import { groupsOfDay } from '../availability/availability.service.ts'
import { getConfig } from '../configuration/configuration.service.ts'
import { type FoundBooking, findBooking, groupOf, isPaidFor, nameOf, tackleOf } from './bookings.emails.ts'

/** To the owner. */
declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    'booking-made-notice': { bookingId: number }
    'booking-moved-notice': { bookingId: number; oldDate: TripDate }
    'booking-cancelled-notice': { bookingId: number }
    'deposit-missed-notice': { bookingId: number }
  }
}

export const bookingNotices: Emails = {
  async 'booking-made-notice'({ bookingId }, context) {
    const booking = await findBooking(context.tx, bookingId)
    if (!booking) return null
    const group = groupOf(booking)
    const spotsLeft = await spotsLeftOn(context, booking.trip_date)
    return {
      ...letter(
        context,
        {
          subject: `New booking: ${formatShortDate(booking.trip_date)}, ${group}, ${nameOf(booking)}`,
          headline: nameOf(booking),
          day: dayOf(booking, booking.outcome === 'ON' ? [`${spotsLeft} spots left`, group] : [group]),
        },
        `Booked on ${formatShortDate(venueDate(booking.created_at))} at ${formatVenueTime(booking.created_at)}${paidIn(booking)}.`,
        action('Open the booking', portal.bookings.href({ id: bookingId })),
        facts({
          Phone: plainLine(booking.phone),
          Email: booking.email,
          Group: group,
          Package: describePackage(booking.package_type),
          Tackle: tackleOf(booking),
          Paid: [formatCents(booking.paidAmount), booking.card].filter(Boolean).join(', '),
          Balance: balanceOf(booking),
          Trip: formatFullDate(booking.trip_date),
          Confirmation: booking.confirmation_number,
        }),
        textTo(booking.phone),
      ),
      ...answersGoTo(booking.email),
    }
  },

  async 'booking-moved-notice'({ bookingId, oldDate }, context) {
    const booking = await findBooking(context.tx, bookingId)
    // Moved there and back before it was told.
    if (!booking || booking.trip_date === oldDate) return null
    const date = formatFullDate(booking.trip_date)
    return {
      ...letter(
        context,
        {
          subject: `Moved to ${formatShortDate(booking.trip_date)}: ${groupOf(booking)}, ${nameOf(booking)}`,
          headline: nameOf(booking),
          day: dayOf(booking, [`Was ${formatShortDate(oldDate)}`, groupOf(booking)]),
        },
        `They moved from ${formatFullDate(oldDate)}. The spots on the old date are open again.`,
        action('Open the booking', portal.bookings.href({ id: bookingId })),
        facts({
          'New date': date,
          'Old date': formatFullDate(oldDate),
          Group: groupOf(booking),
          Phone: plainLine(booking.phone),
          Confirmation: booking.confirmation_number,
        }),
        textTo(booking.phone),
      ),
      ...answersGoTo(booking.email),
    }
  },

  async 'deposit-missed-notice'({ bookingId }, context) {
    const booking = await findBooking(context.tx, bookingId)
    if (!booking) return null
    return {
      ...letter(
        context,
        {
          subject: `Deposit not paid: ${formatShortDate(booking.trip_date)}, ${groupOf(booking)}, ${nameOf(booking)}`,
          headline: nameOf(booking),
        },
        `The deposit for ${formatFullDate(booking.trip_date)} didn't come in time, so the spots are open again.`,
        action('Open the booking', portal.bookings.href({ id: bookingId })),
        facts({
          Date: formatFullDate(booking.trip_date),
          Phone: plainLine(booking.phone),
          'Spots left that day': await spotsLeftOn(context, booking.trip_date),
          Confirmation: booking.confirmation_number,
        }),
        textTo(booking.phone),
      ),
      ...answersGoTo(booking.email),
    }
  },

  async 'booking-cancelled-notice'({ bookingId }, context) {
    const booking = await findBooking(context.tx, bookingId)
    if (!booking) return null
    const date = formatFullDate(booking.trip_date)
    const { isCalledOff, toGiveBack } = await afterCallingOff(context.tx, bookingId)
    const canceled = isCalledOff ? "won't take another date for" : 'canceled'
    const what = isCalledOff ? whatComesBack(booking, toGiveBack) : spotsOpen(booking)
    return {
      ...letter(
        context,
        {
          subject: `${nameOf(booking)} ${canceled} ${formatShortDate(booking.trip_date)}. ${what}`,
          headline: nameOf(booking),
        },
        isCalledOff
          ? `They want no other date for ${date}, which you called off. ${what}`
          : `They canceled the trip on ${date} themselves. No money went back.`,
        action('Open the booking', portal.bookings.href({ id: bookingId })),
        facts({
          Confirmation: booking.confirmation_number,
          Date: date,
          Group: groupOf(booking),
          Phone: plainLine(booking.phone),
          Paid: formatCents(booking.paidAmount),
        }),
        textTo(booking.phone),
      ),
      ...answersGoTo(booking.email),
    }
  },
}

const paidIn = ({ paidAmount, card }: FoundBooking) =>
  paidAmount > 0 ? ` and paid ${formatCents(paidAmount)}${card ? ' by card' : ''}` : ''

/** Struck out where the owner has called the day off since. */
const dayOf = ({ trip_date: date, outcome }: FoundBooking, lines: string[]) => ({
  date,
  lines,
  ...(outcome === 'CALLED_OFF' && { isCalledOff: true as const }),
})

/** Left out if nothing is owed for another reason than that it was paid. */
function balanceOf(booking: FoundBooking): string | null {
  if (booking.owed > 0) return formatCents(booking.owed)
  return isPaidFor(booking) ? 'Paid in full' : null
}

/** Whether the day of a canceled booking was called off, and what is to be given back by hand. */
async function afterCallingOff(db: Db, bookingId: number): Promise<{ isCalledOff: boolean; toGiveBack: number }> {
  return db
    .selectFrom('bookings as b')
    .select([sql<boolean>`is_given_up(b)`.as('isCalledOff'), sql<number>`to_give_back(b)`.as('toGiveBack')])
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()
}

function whatComesBack({ paidAmount }: FoundBooking, byHand: number): string {
  if (byHand > 0) return `Give back the ${formatCents(byHand)} they paid by hand.`
  return paidAmount > 0 ? 'We refund what they paid.' : 'They had not paid anything.'
}

const spotsOpen = ({ number_of_guests: spots }: { number_of_guests: number }) =>
  spots === 1 ? 'The spot is open again.' : `Their ${spots} spots are open again.`

async function spotsLeftOn({ tx, now }: MailContext, date: TripDate): Promise<string> {
  const [{ maxCapacity }, { groups, isPrivate }] = [await getConfig(tx), await groupsOfDay(tx, now, date)]
  if (isPrivate) return 'None, private morning'
  const claimed = [...groups.values()].reduce((sum, anglers) => sum + anglers, 0)
  return `${Math.max(0, maxCapacity - claimed)} of ${maxCapacity}`
}
