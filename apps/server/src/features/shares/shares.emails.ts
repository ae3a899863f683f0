import { addresses } from '@arcadia/contract/addresses'
import { formatCents } from '@arcadia/contract/money'
import { balanceDue, balanceDueOn, meetingPlace } from '@arcadia/contract/site/business-words'
import { capitalized } from '@arcadia/contract/site/number-words'
import { daysBetween, formatDayInWords, type TripDate, venueDate } from '@arcadia/contract/trip-date'
import { shareLink } from '../../http/booking-links.ts'
import { action, facts, givenName, letter, nameInMail, note } from '../../mail/letter.ts'
import type { Emails } from '../../mail/mail-renderers.ts'
import { tripInWords } from '../bookings/bookings.emails.ts'
import { findOwing } from '../bookings/money-due.service.ts'
import { readSplit } from './shares.writes.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    /** To who has a share of the bill: its link, once it is split, before it is due, and when somebody asks for it. */
    'share-asked': { bookingId: number; shareId: number; isReminder?: boolean }
  }
}

export const shareEmails = (key: Buffer): Emails => ({
  async 'share-asked'({ bookingId, shareId, isReminder = false }, context) {
    const { tx, now, business } = context
    const today = venueDate(now)
    const booking = await findOwing(tx, now, bookingId)
    const share = booking && (await readSplit(tx, bookingId)).shares.find(({ id }) => id === shareId)
    // Since paid or taken back.
    if (!share || share.asks === 0 || share.paying > 0) return null
    const organizer = nameInMail(booking.firstName, booking.lastName)
    const due = balanceDue(business, booking.selectedDate, today, 'due now') ?? 'before the trip'
    const headline = isReminder ? howSoon(balanceDueOn(business, booking.selectedDate), today) : 'Your share'
    const what = `${formatCents(share.asks)} for ${formatDayInWords(booking.selectedDate)}`
    return letter(
      context,
      {
        subject: isReminder
          ? `${headline}: your share of the fishing trip, ${what}`
          : `Your share of the fishing trip: ${what}`,
        headline,
        name: givenName(share.name),
        amount: { cents: share.asks, when: capitalized(due) },
      },
      isReminder
        ? `A friendly reminder: your share of ${organizer}'s fishing trip isn't paid${share.paid > 0 ? ' in full' : ''} yet.`
        : `${organizer} booked a fishing trip and is splitting the bill with you.`,
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

/** How soon a balance is due, as a headline; of one without a day only that it is open. */
function howSoon(dueOn: TripDate | undefined, today: TripDate): string {
  if (dueOn === undefined) return 'Still open'
  const days = daysBetween(today, dueOn)
  if (days < 0) return 'Due now'
  return days < 2 ? (days === 0 ? 'Due today' : 'Due tomorrow') : `Due in ${days} days`
}
