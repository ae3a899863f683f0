import { portal } from '@arcadia/contract/addresses'
import { formatCents } from '@arcadia/contract/money'
import { describePackage } from '@arcadia/contract/packages'
import { formatFullDate, formatShortDate, formatVenueTime, type TripDate, venueDate } from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import { action, answersGoTo, callOrText, facts, letter } from '../../mail/letter.ts'
import type { Emails, MailContext } from '../../mail/mail-renderers.ts'
import { groupsOfDay } from '../availability/availability.service.ts'
import { getConfig } from '../configuration/configuration.service.ts'
import {
  type FoundBooking,
  findBooking,
  groupOf,
  leftToPay,
  nameOf,
  paidFacts,
  tackleOf,
  whenOwed,
} from './bookings.emails.ts'
import { isDayBeingMoved } from './bookings.store.ts'

/** To the owner. */
declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    'booking-made-notice': { bookingId: number }
    'angler-added-notice': { bookingId: number; says: string[] }
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
    return {
      ...letter(
        context,
        {
          subject: `New booking: ${nameOf(booking)}, ${formatShortDate(booking.trip_date)}, ${group}`,
          headline: nameOf(booking),
          day: dayOf(booking, [group, ...(await spotsLeftOn(context, booking))]),
        },
        `Booked on ${formatShortDate(venueDate(booking.created_at))} at ${formatVenueTime(booking.created_at)}.`,
        action('Open the booking', portal.bookings.href({ id: bookingId })),
        facts({
          Phone: callOrText(booking.phone),
          Email: booking.email,
          Package: describePackage(booking.package_type),
          Tackle: tackleOf(booking),
          Total: formatCents(booking.total_cents),
          Paid: paidFacts(booking).Paid,
          ...leftToPay(booking, context, whenOwed),
          Confirmation: booking.confirmation_number,
        }),
      ),
      ...answersGoTo(booking.email),
    }
  },

  async 'angler-added-notice'({ bookingId, says }, context) {
    const booking = await findBooking(context.tx, bookingId)
    if (!booking) return null
    const group = groupOf(booking)
    return {
      ...letter(
        context,
        {
          subject: `One more angler: ${nameOf(booking)}, ${formatShortDate(booking.trip_date)}, ${group}`,
          headline: nameOf(booking),
          day: dayOf(booking, [group, ...(await spotsLeftOn(context, booking))]),
        },
        ...says,
        action('Open the booking', portal.bookings.href({ id: bookingId })),
        facts({
          Phone: callOrText(booking.phone),
          Paid: paidFacts(booking).Paid,
          ...leftToPay(booking, context, whenOwed),
          Confirmation: booking.confirmation_number,
        }),
      ),
      ...answersGoTo(booking.email),
    }
  },

  async 'booking-moved-notice'({ bookingId, oldDate }, context) {
    const booking = await findBooking(context.tx, bookingId)
    // Moved there and back before it was told.
    if (!booking || booking.trip_date === oldDate) return null
    return {
      ...letter(
        context,
        {
          subject: `${nameOf(booking)} moved to ${formatShortDate(booking.trip_date)}`,
          headline: nameOf(booking),
          day: dayOf(booking, [groupOf(booking)]),
        },
        (await isDayBeingMoved(context.tx, oldDate))
          ? `They moved from ${formatFullDate(oldDate)}, which you called off.`
          : `They moved from ${formatFullDate(oldDate)}. ${spotsOpen(booking)}`,
        action('Open the booking', portal.bookings.href({ id: bookingId })),
        facts({
          Phone: callOrText(booking.phone),
          Confirmation: booking.confirmation_number,
        }),
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
          subject: `Deposit not paid: ${nameOf(booking)}, ${formatShortDate(booking.trip_date)}`,
          headline: nameOf(booking),
        },
        `The deposit for ${formatFullDate(booking.trip_date)} didn't come in time, so the spots are open again.`,
        action('Open the booking', portal.bookings.href({ id: bookingId })),
        facts({
          Group: groupOf(booking),
          Phone: callOrText(booking.phone),
          Confirmation: booking.confirmation_number,
        }),
      ),
      ...answersGoTo(booking.email),
    }
  },

  async 'booking-cancelled-notice'({ bookingId }, context) {
    const booking = await findBooking(context.tx, bookingId)
    if (!booking) return null
    const { isCalledOff, toGiveBack } = await afterCallingOff(context.tx, bookingId)
    const did = isCalledOff ? 'wants no new date for' : 'canceled'
    return {
      ...letter(
        context,
        {
          subject: `${nameOf(booking)} ${did} ${formatShortDate(booking.trip_date)}`,
          headline: nameOf(booking),
          day: { date: booking.trip_date, isNow: isCalledOff ? 'Called off' : 'Canceled', lines: [groupOf(booking)] },
        },
        isCalledOff
          ? `You called off the day, and they don't want another date.${whatComesBack(booking, toGiveBack)}`
          : `They canceled the trip themselves. ${spotsOpen(booking)}`,
        action('Open the booking', portal.bookings.href({ id: bookingId })),
        facts({
          Phone: callOrText(booking.phone),
          Paid: booking.paidAmount > 0 ? formatCents(booking.paidAmount) : 'Nothing',
          Refunded: isCalledOff || booking.paidAmount === 0 ? null : 'Nothing',
          Confirmation: booking.confirmation_number,
        }),
      ),
      ...answersGoTo(booking.email),
    }
  },
}

/** Struck out where the owner has called the day off since. */
const dayOf = ({ trip_date: date, outcome }: FoundBooking, lines: string[]) => ({
  date,
  lines,
  isNow: outcome === 'CALLED_OFF' ? ('Called off' as const) : undefined,
})

/** Whether the day of a canceled booking was called off, and what is to be given back by hand. */
async function afterCallingOff(db: Db, bookingId: number): Promise<{ isCalledOff: boolean; toGiveBack: number }> {
  return db
    .selectFrom('bookings as b')
    .select([sql<boolean>`is_given_up(b)`.as('isCalledOff'), sql<number>`to_give_back(b)`.as('toGiveBack')])
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()
}

function whatComesBack({ paidAmount }: FoundBooking, byHand: number): string {
  if (byHand > 0) return ` Give back the ${formatCents(byHand)} they paid by hand.`
  return paidAmount > 0 ? ' We refund what they paid.' : ''
}

function spotsOpen({ number_of_guests: spots, private_spots }: FoundBooking): string {
  if (private_spots !== null) return 'The whole boat is open again.'
  return spots === 1 ? 'The spot is open again.' : `Their ${spots} spots are open again.`
}

async function spotsLeftOn({ tx, now }: MailContext, { trip_date, outcome }: FoundBooking): Promise<string[]> {
  if (outcome !== 'ON') return []
  const [{ maxCapacity }, { groups, isPrivate }] = [await getConfig(tx), await groupsOfDay(tx, now, trip_date)]
  if (isPrivate) return ['No spots left']
  const claimed = [...groups.values()].reduce((sum, anglers) => sum + anglers, 0)
  const left = maxCapacity - claimed
  return [left > 0 ? `${left} of ${maxCapacity} spots left` : 'No spots left']
}
