import { addresses } from '@arcadia/contract/addresses'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { action, actionOutside, letter } from '../../mail/letter.ts'
import type { Emails } from '../../mail/mail-renderers.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    /** To the confirmed address that a booking's emails went to. */
    'booking-email-changed': { bookingId: number; hasMoved: boolean }
  }
}

export const adminBookingEmails: Emails = {
  /** Leaves out the new address and every name: one of the two addresses may be a stranger's. */
  async 'booking-email-changed'({ bookingId, hasMoved }, { tx, to, ...letterhead }) {
    const booking = await tx
      .selectFrom('bookings')
      .select(['email', 'confirmation_number', 'trip_date'])
      .where('id', '=', bookingId)
      .executeTakeFirst()
    // The office has since changed it back.
    if (!booking || booking.email?.toLowerCase() === to.toLowerCase()) return null
    const { confirmation_number: confirmation, trip_date } = booking
    const { email, phone } = letterhead.business
    const ways = [email && 'send us an email', phone && `call ${phone}`].filter(Boolean)
    return letter(
      letterhead,
      `The email address of booking ${confirmation} was changed`,
      'Hello,',
      `Our office replaced this address on booking ${confirmation}, ${formatFullDate(trip_date)}. Emails about it now go to another one.`,
      hasMoved &&
        "The booking is no longer in the account of this address. Notes for the guide didn't go with it: we deleted them.",
      `Is the booking yours, and you didn't ask for this? Tell us right away and we'll look into it: ${ways.join(', or ') || 'send us an enquiry from our site'}. If it isn't yours, there's nothing to do.`,
      email
        ? actionOutside(
            'Tell us this is wrong',
            `mailto:${email}?subject=${encodeURIComponent(`I didn't ask for this: booking ${confirmation}`)}`,
          )
        : action('Write to us', addresses.home.href()),
    )
  },
}
