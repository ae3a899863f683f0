import { addresses } from '@arcadia/contract/addresses'
import { formatCents } from '@arcadia/contract/money'
import { balanceDue, meetingPlace } from '@arcadia/contract/site/business-words'
import { capitalized } from '@arcadia/contract/site/number-words'
import { formatDayInWords, venueDate } from '@arcadia/contract/trip-date'
import { shareLink } from '../../http/booking-links.ts'
import { action, facts, givenName, letter, nameInMail, note } from '../../mail/letter.ts'
import type { Emails } from '../../mail/mail-renderers.ts'
import { tripInWords } from '../bookings/bookings.emails.ts'
import { findOwing } from '../bookings/money-due.service.ts'
import { readSplit } from './shares.writes.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    /** To who has a share of the bill: its link, once it is split, before it is due, and when somebody asks for it. */
    'share-asked': { bookingId: number; shareId: number }
  }
}

export const shareEmails = (key: Buffer): Emails => ({
  async 'share-asked'({ bookingId, shareId }, context) {
    const { tx, now, business } = context
    const booking = await findOwing(tx, now, bookingId)
    const share = booking && (await readSplit(tx, bookingId)).shares.find(({ id }) => id === shareId)
    // Since paid or taken back.
    if (!share || share.asks === 0 || share.paying > 0) return null
    const organizer = nameInMail(booking.firstName, booking.lastName)
    const due = balanceDue(business, booking.selectedDate, venueDate(now), 'due now') ?? 'before the trip'
    return letter(
      context,
      {
        subject: `Your share of the fishing trip: ${formatCents(share.asks)} for ${formatDayInWords(booking.selectedDate)}`,
        headline: 'Your share',
        name: givenName(share.name),
        amount: { cents: share.asks, when: capitalized(due) },
      },
      `${organizer} booked a fishing trip and is splitting the bill with you.`,
      action(`Pay ${formatCents(share.asks)}`, addresses.trip.href(shareLink.of(key, booking, share))),
      facts({
        Trip: tripInWords(booking.selectedDate, business),
        Paid: share.paid > 0 ? formatCents(share.paid) : null,
        'Where to meet': meetingPlace(business) ?? null,
      }),
      note('The link needs no sign-in. It shows the trip and this share, so you can forward it to whoever pays it.'),
    )
  },
})
