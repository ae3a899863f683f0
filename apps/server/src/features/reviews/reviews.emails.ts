import { addresses } from '@arcadia/contract/addresses'
import { ALL_STARS, formatStars } from '@arcadia/contract/reviews'
import { formatDayInWords, formatFullDate } from '@arcadia/contract/trip-date'
import { tripLink } from '../../http/booking-links.ts'
import { action, actionOutside, letter, note, plainLine } from '../../mail/letter.ts'
import type { Emails } from '../../mail/mail-renderers.ts'
import type { DayGuides } from '../day-guides/day-guides.service.ts'
import { findTripToAsk } from './reviews.store.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    /** Asks once how the trip was, and whoever asked for a fresh link. */
    'review-asked': { bookingId: number; isAskedFor?: true }
  }
}

const CAPTIONS = new Map([
  [1, 'Not for me'],
  [5, 'Loved it'],
])

export const reviewEmails = (key: Buffer, dayGuides: Pick<DayGuides, 'tipOf'>): Emails => ({
  async 'review-asked'({ bookingId, isAskedFor = false }, context) {
    const trip = await findTripToAsk(context.tx, bookingId)
    if (!trip || (trip.isReviewed && !isAskedFor)) return null
    const booking = { id: bookingId, email: trip.email, selectedDate: trip.tripDate, outcome: 'TOOK_PLACE' as const }
    const tip = await dayGuides.tipOf(booking)
    const guide = plainLine(tip?.guide ?? '')
    const link = tripLink.of(key, booking)
    return letter(
      context,
      {
        subject: `How was your trip on ${formatDayInWords(trip.tripDate)}?`,
        headline: 'Tap a star',
        name: trip.firstName,
        picture: 'asked',
      },
      `You fished with ${guide || 'us'} on ${formatFullDate(trip.tripDate)}. How many stars was the morning worth?`,
      {
        choices: ALL_STARS.map((stars) => ({
          sign: '☆',
          label: formatStars(stars),
          caption: CAPTIONS.get(stars),
          address: addresses.review.href({ ...link, stars }),
        })),
      },
      action('Add your photos', addresses.review.href(link)),
      tip !== null && actionOutside(`Tip ${guide || 'your guide'}`, tip.url),
      action('Receipts', addresses.receipts.href(link)),
      action('Book again', addresses.season.href()),
      note(
        'We read every review before it shows on our site, with your first name and the month of your trip. A star only opens the page: nothing is sent until you press "Send review".',
      ),
    )
  },
})
