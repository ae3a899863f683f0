import { addresses, type EmailedLink } from '@arcadia/contract/addresses'
import {
  formatDayInWords,
  formatFullDate,
  formatVenueTime,
  type TripDate,
  venueDate,
} from '@arcadia/contract/trip-date'
import { plainRuns, waiverBlocks } from '@arcadia/contract/waiver-blocks'
import { action, type Fact, facts, heading, letter, note, plainLine, viewTrip } from '../../mail/letter.ts'
import type { Emails, MailContext } from '../../mail/mail-renderers.ts'
import { dayOf } from '../bookings/bookings.emails.ts'
import { isOfGroup } from './waivers.rules.ts'
import { findTrip, findWaiver, listSignatures, readTrip } from './waivers.store.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    /** Sent the day before the trip if signatures are missing. */
    'waiver-reminder': { bookingId: number; tripDate?: TripDate }
    /** A copy for the guest who booked and signed. */
    'waiver-signed': { signatureId: number; bookingId: number }
  }
}

const howToSign = (isAlone: boolean) =>
  `${isAlone ? 'You can sign' : 'Everyone in your group signs with the same link,'} on any phone. A parent or guardian signs for anyone under 18.`

/** What is missing of the waiver, and the link to sign it; undefined if nothing is. */
async function findMissing(
  bookingId: number,
  { tx, now }: Pick<MailContext, 'tx' | 'now'>,
  linkOf: (trip: { id: number; email: string | null }) => EmailedLink,
) {
  const trip = (await findWaiver(tx)) && (await findTrip(tx, bookingId, venueDate(now)))
  if (!trip) return undefined
  const signed = (await listSignatures(tx, [bookingId])).filter(isOfGroup).length
  if (signed >= trip.wanted) return undefined
  return {
    isAlone: trip.wanted === 1,
    missing: trip.wanted === 1 ? 'Not signed yet' : `${signed} of ${trip.wanted} signed`,
    sign: action('Sign the waiver', addresses.trip.href(linkOf(trip))),
  }
}

/** What is missing of the waiver as a fact with the link to sign it; empty if nothing is. */
export async function askToSign(...about: Parameters<typeof findMissing>): Promise<Fact[]> {
  const found = await findMissing(...about)
  if (!found) return []
  const { isAlone, missing, sign } = found
  return [
    ['Waiver', isAlone ? missing : `${missing}. Everyone signs with the same link, so send it to the others.`, sign],
  ]
}

export function waiverEmails(linkOf: (trip: { id: number; email: string | null }) => EmailedLink): Emails {
  return {
    async 'waiver-reminder'({ bookingId }, context) {
      const booking = await context.tx
        .selectFrom('bookings')
        .select(['trip_date', 'first_name', 'confirmation_number'])
        .where('id', '=', bookingId)
        .executeTakeFirstOrThrow()
      const found = await findMissing(bookingId, context, linkOf)
      if (!found) return null
      return letter(
        context,
        {
          subject: `Please sign the waiver: ${formatDayInWords(booking.trip_date)}`,
          headline: 'Before you fish',
          name: booking.first_name,
          day: dayOf(booking, context),
        },
        'Your trip is almost here, and we still need your signed waiver.',
        found.sign,
        facts({ Waiver: found.isAlone ? null : found.missing, Confirmation: booking.confirmation_number }),
        note(howToSign(found.isAlone)),
      )
    },

    async 'waiver-signed'({ signatureId, bookingId }, context) {
      const [signed] = (await listSignatures(context.tx, [bookingId])).filter(({ id }) => id === signatureId)
      // Since erased.
      if (!signed?.name) return null
      const trip = await readTrip(context.tx, bookingId)
      return letter(
        context,
        {
          subject: `You signed the waiver: ${formatDayInWords(trip.trip_date)}`,
          headline: 'Thank you',
          name: trip.first_name,
        },
        "Here's your copy. Keep this email.",
        viewTrip(trip, context),
        facts({
          'Signed by': plainLine(signed.guardian ?? signed.name),
          For: signed.guardian === null ? null : plainLine(signed.name),
          When: `${formatFullDate(venueDate(signed.signed_at))}, ${formatVenueTime(signed.signed_at)}`,
          Trip: formatFullDate(trip.trip_date),
        }),
        heading('What you signed'),
        ...waiverBlocks(signed.text).map((block) =>
          block.is === 'list'
            ? block.items.map((item) => `• ${plainRuns(item)}`).join('\n')
            : block.is === 'heading'
              ? heading(plainRuns(block.runs))
              : plainRuns(block.runs),
        ),
      )
    },
  }
}
