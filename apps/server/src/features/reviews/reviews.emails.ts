import { addresses } from '@arcadia/contract/addresses'
import { ALL_STARS, formatStars } from '@arcadia/contract/reviews'
import { reachUs } from '@arcadia/contract/site/business-words'
import { formatDayInWords, formatFullDate } from '@arcadia/contract/trip-date'
import { tripLink } from '../../http/booking-links.ts'
import { action, letter, note, plainLine } from '../../mail/letter.ts'
import type { Emails } from '../../mail/mail-renderers.ts'
import { findTripToAsk } from './reviews.store.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    /** Asks once how the trip was, and whoever asked for a fresh link. */
    'review-asked': { bookingId: number; isAskedFor?: true }
  }
}

export const reviewEmails = (key: Buffer): Emails => ({
  async 'review-asked'({ bookingId, isAskedFor = false }, context) {
    const trip = await findTripToAsk(context.tx, bookingId)
    if (!trip || (trip.isReviewed && !isAskedFor)) return null
    const guide = plainLine(context.business.guideName ?? '') || 'us'
    const link = tripLink.of(key, { id: bookingId, email: trip.email })
    return letter(
      context,
      {
        subject: `How was your trip on ${formatDayInWords(trip.tripDate)}?`,
        headline: 'Tap a star',
        name: trip.firstName,
        picture: 'asked',
      },
      `You fished with ${guide} on ${formatFullDate(trip.tripDate)}. How many stars was the morning worth?`,
      {
        choices: ALL_STARS.map((stars) => ({
          sign: '☆',
          label: formatStars(stars),
          address: addresses.review.href({ ...link, stars }),
        })),
      },
      'A few words help the next group decide. We read every review before it shows on our site, with your first name and the month of your trip.',
      action('Book again', addresses.season.href()),
      action('Receipts', addresses.receipts.href(link)),
      note('Nothing is sent until you press "Send review". You don\'t need to sign in.'),
      reachUs('Something not right?', context.business),
    )
  },
})
