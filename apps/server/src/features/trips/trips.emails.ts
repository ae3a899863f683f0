import { addresses } from '@arcadia/contract/addresses'
import { groupInWords } from '@arcadia/contract/riders'
import { formatDayInWords } from '@arcadia/contract/trip-date'
import { groupLink, tripLink } from '../../http/booking-links.ts'
import { action, facts, letter, note } from '../../mail/letter.ts'
import type { Emails } from '../../mail/mail-renderers.ts'
import { dayOf } from '../bookings/bookings.emails.ts'
import { isPageOver } from '../bookings/bookings.rules.ts'
import type { Bookings } from '../bookings/bookings.service.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    /** To who asked for a fresh link of the trip's page, their own or the group's. */
    'trip-link': { bookingId: number }
  }
}

export const tripEmails = (key: Buffer, bookings: Pick<Bookings, 'find'>): Emails => ({
  async 'trip-link'({ bookingId }, context) {
    const booking = await bookings.find(bookingId)
    if (!booking || isPageOver(booking, context.now)) return null
    return letter(
      context,
      {
        subject: `Your trip on ${formatDayInWords(booking.selectedDate)}`,
        headline: 'Welcome back',
        name: booking.firstName,
        day: dayOf({ trip_date: booking.selectedDate }, context),
      },
      "Here's a fresh link to the page of your trip.",
      action('View your trip', addresses.trip.href(tripLink.of(key, booking))),
      facts({ Group: groupInWords(booking), Confirmation: booking.confirmationNumber }),
      "Your group has a link of its own. It shows where and when, and they can sign the waiver, but it doesn't show your payments.",
      action('Link for your group', addresses.trip.href(groupLink.of(key, booking))),
      note('Keep the first link to yourself: whoever has it can pay, and answer if we have to call off the day.'),
    )
  },
})
