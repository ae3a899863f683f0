import * as z from 'zod/mini'
import { User } from './accounts.ts'
import { BookingQuery } from './booking-queries.ts'
import { Booking } from './bookings.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './fields.ts'
import { GiftVoucher } from './gift-vouchers.ts'
import { NotesOfBooking } from './guest-notes.ts'
import { OwnReview } from './reviews.ts'
import { OptionalMail } from './unsubscriptions.ts'
import { WaitlistEntry } from './waitlist.ts'

export const downloadMyData = endpoint({
  method: 'GET',
  path: '/api/auth/me/data',
  access: 'customer',
  summary: 'A download of everything we keep about the caller.',
  response: z.object({
    exportedAt: Instant,
    account: User,
    bookings: z.array(Booking),
    questions: z.array(BookingQuery),
    /** The owner's messages to the caller about their bookings. */
    messages: z.array(z.object({ bookingId: Id, sentAt: Instant, subject: z.string(), text: z.string() })),
    reviews: z.array(OwnReview),
    waitlist: z.array(WaitlistEntry),
    /** The emails that the caller ended, by kind. */
    unsubscribedFrom: z.array(OptionalMail),
    giftVouchers: z.array(GiftVoucher),
    guestNotes: z.array(NotesOfBooking),
    /** Waivers signed for the caller's bookings; a name is null once erased. */
    waivers: z.array(
      z.object({
        bookingId: Id,
        name: z.nullable(z.string()),
        guardian: z.nullable(z.string()),
        version: Id,
        signedAt: Instant,
      }),
    ),
  }),
})
