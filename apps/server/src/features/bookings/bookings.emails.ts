import type { PackageType } from '@arcadia/contract/configuration'
import { formatCents } from '@arcadia/contract/money'
import { formatFullDate } from '@arcadia/contract/trip-date'
import type { Db } from '../../database/transaction.ts'
import { anglers, facts, greet, letter } from '../../mail/letter.ts'
import type { MailRenderers } from '../../mail/mail-renderers.ts'
import { tripEvent } from './trip-event.ts'

export interface BookingMails {
  'booking-confirmed': { bookingId: number }
}

const packageNames: Record<PackageType, string> = {
  STANDARD: 'Standard, fish up to 100 pounds',
  TROPHY: 'Trophy, fish up to 250 pounds',
}

export const bookingEmails: MailRenderers<BookingMails> = {
  async 'booking-confirmed'({ bookingId }, context) {
    const booking = await findBooking(context.tx, bookingId)
    // Cancelled before the mail went out: that mail says what there is to say.
    if (!booking || (booking.status !== 'CONFIRMED' && booking.status !== 'COMPLETED')) return null
    const date = formatFullDate(booking.trip_date)
    const party = anglers(booking.number_of_guests)
    const ownPage = `${context.publicUrl}/bookings`
    return {
      subject: `Your date is booked: ${date}`,
      text: letter(
        context,
        greet(booking.first_name),
        `Your date is booked. We start at 8:00 AM and fish until noon.`,
        facts({
          Confirmation: booking.confirmation_number,
          Date: date,
          Party: party,
          Package: packageNames[booking.package_type],
          Total: formatCents(booking.total_cents),
          Paid: formatCents(booking.paidCents),
          'Still due': formatCents(Math.max(0, booking.total_cents - booking.paidCents)),
        }),
        'Rods, tackle and lunch are on the boat.',
        `The deposit is not refundable. It moves with you to another date, up to 2 days before the trip: ${ownPage}`,
        'The attached file puts the morning into your calendar.',
      ),
      attachments: [
        {
          filename: 'trip.ics',
          contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
          content: tripEvent({
            date: booking.trip_date,
            confirmationNumber: booking.confirmation_number,
            summary: `Fishing with ${context.business.name}`,
            description: `${party}, confirmation ${booking.confirmation_number}. Questions: ${context.business.phone}`,
            url: ownPage,
            writtenAt: context.now,
          }),
        },
      ],
    }
  },
}

async function findBooking(db: Db, id: number) {
  const booking = await db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst()
  if (!booking) return undefined
  const { paidCents } = await db
    .selectFrom('payment_attempts')
    .select(({ fn }) => fn.sum<number | null>('amount_cents').as('paidCents'))
    .where('booking_id', '=', id)
    .where('outcome', '=', 'CAPTURED')
    .executeTakeFirstOrThrow()
  return { ...booking, paidCents: paidCents ?? 0 }
}
