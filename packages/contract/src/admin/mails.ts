import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, IdInPath, Instant } from '../fields.ts'
import { pageOf, pageQuery, SearchText } from '../lists.ts'
import { formatCompactDate, formatVenueTime, venueDate } from '../trip-date.ts'

/**
 * `SENT`: accepted by the mail server, not necessarily delivered. `HELD`: not sent until someone says so,
 * for the reason in `error`. `NOT_NEEDED`: no longer relevant when it was due.
 */
export const MailStatus = z.enum(
  ['WAITING', 'SENT', 'FAILED', 'HELD', 'NOT_NEEDED'],
  'The status is WAITING, SENT, FAILED, HELD or NOT_NEEDED.',
)
export type MailStatus = z.infer<typeof MailStatus>

/** An email as the owner's lists show it. */
export const AdminMail = z.object({
  id: Id,
  /** Such as `booking-confirmed`. */
  kind: z.string(),
  to: z.string(),
  /** As it went out, or would go out now; null if there is nothing left to tell. */
  subject: z.nullable(z.string()),
  status: MailStatus,
  /** Why the last try failed, or why it is not sent. */
  error: z.nullable(z.string()),
  tries: z.int(),
  createdAt: Instant,
  sentAt: z.nullable(Instant),
  /** Next try of a waiting email. */
  nextTryAt: z.nullable(Instant),
  /** The email this is a copy of. */
  copyOf: z.nullable(Id),
  booking: z.nullable(z.object({ id: Id, confirmationNumber: z.string() })),
})
export type AdminMail = z.infer<typeof AdminMail>

export const errors = {
  'mail-not-found': { status: 404, message: "We couldn't find that email." },
  'mail-not-needed': {
    status: 409,
    message: 'This email is no longer needed, so there is nothing to send.',
  },
} as const

export const listMails = endpoint({
  method: 'GET',
  path: '/api/admin/mails',
  access: 'office',
  summary:
    'Emails and whether they were sent, newest first. `q` is searched in address, subject and confirmation number; `bookingId` limits the list to one booking.',
  failed: 'Failed to load emails',
  query: z.object({
    ...pageQuery,
    status: z.optional(MailStatus),
    q: z.optional(SearchText),
    bookingId: z.optional(IdInPath),
  }),
  response: pageOf(AdminMail),
})

export const readMail = endpoint({
  method: 'GET',
  path: '/api/admin/mails/:id',
  access: 'office',
  summary:
    'An email to read: as it was sent where that is kept, or else as it would be sent now (`isAsOfNow`). Links are cut before the part that opens anything, and of gift codes only the end is shown.',
  failed: 'Failed to load the email',
  params: z.object({ id: IdInPath }),
  response: z.object({
    ...AdminMail.shape,
    /** Null if there is nothing left to tell. */
    text: z.nullable(z.string()),
    isAsOfNow: z.boolean(),
  }),
  errors: ['mail-not-found'],
})

export const resendMail = endpoint({
  method: 'POST',
  path: '/api/admin/mails/:id/resend',
  access: 'office',
  summary:
    'Sends an email again: a failed, waiting or held one is tried now; a sent one goes out as a copy. Returns the email that will be sent.',
  failed: 'Failed to send the email again',
  params: z.object({ id: IdInPath }),
  response: AdminMail,
  status: 202,
  errors: ['mail-not-found', 'mail-not-needed'],
})

/** What each kind of email is called where it has no subject. */
export const MAIL_TITLES = {
  'account-closed': 'Account closed',
  'account-made': 'Account set up',
  alarm: 'Something is wrong',
  'angler-added-notice': 'Angler added by the guest',
  'balance-paid-notice': 'Guest paid',
  'balance-reminder': 'Balance reminder',
  'booking-cancelled': 'Booking canceled',
  'booking-cancelled-notice': 'Booking canceled by the guest',
  'booking-confirmed': 'Booking confirmed',
  'booking-corrected': 'Booking changed',
  'booking-email-changed': 'Email address of the booking changed',
  'booking-made-notice': 'New booking',
  'booking-moved-notice': 'Booking moved by the guest',
  'booking-rescheduled': 'Booking moved',
  'books-differ': "A payment doesn't match QuickBooks",
  'change-of-rule': 'Change in the portal',
  'charges-lost': 'Payments missing here',
  'confirm-email': 'Confirm your email',
  'connection-ends-soon': 'QuickBooks connection ends soon',
  'connection-lost': 'QuickBooks connection lost',
  'day-move-asked': 'Day called off',
  'day-move-withdrawn': 'Trip is on after all',
  'deposit-awaited': 'Deposit due',
  'deposit-missed-notice': 'Deposit missed',
  'email-change-asked': 'Confirm your new email',
  'enquiry-acknowledged': 'We got your message',
  'enquiry-received': 'New enquiry',
  'gift-used': 'Gift used',
  'gift-voucher': 'Gift voucher',
  'gift-voucher-bought': 'Gift voucher receipt',
  'gift-voucher-not-paid': 'Gift voucher not paid',
  'gift-voucher-redeemed': 'Gift voucher used',
  'gift-voucher-renewed': 'Gift voucher renewed',
  invitation: 'Invitation to the portal',
  'manual-payment': 'Payment receipt',
  'manual-payment-taken-back': 'Payment removed',
  message: 'Message',
  newcomer: 'Welcome email',
  'owner-digest': 'Your day',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
  'password-changed': 'Password changed',
  'pay-link': 'Payment link',
  'payment-needs-review': 'A payment needs your review',
  'payment-outcome': 'Payment result',
  'payment-receipt': 'Receipt by request',
  'payment-refundable': 'A payment to refund',
  'position-changed': 'Role changed',
  'query-asked': 'We got your question',
  'query-received': 'New question',
  'refund-asked': 'We got your refund request',
  'refund-declined': 'Refund request declined',
  'refund-delayed': 'Refund delayed',
  'refund-made': 'Refund sent',
  'refund-needs-review': 'A refund needs your review',
  'refund-refused': 'A refund was turned down',
  'refund-requested': 'Refund requested',
  'refund-withdrawn': 'Refund request withdrawn',
  reply: 'Reply',
  'reset-password': 'Reset your password',
  'review-asked': 'How was your trip',
  'second-factor-on': 'Two-step sign-in turned on',
  'share-asked': 'Share of a trip',
  'sign-in-link': 'Sign-in link',
  'site-restored': 'The site was restored',
  'test-email': 'Test email',
  'tip-outcome': 'Tip by card',
  'tip-paid-notice': 'Guest tipped',
  'tip-refunded': 'Tip refunded',
  'trip-link': 'Link to the trip',
  'trip-reminder': 'Trip reminder',
  'voucher-not-refunded': 'A gift voucher was not refunded',
  'waitlist-offer': 'A spot opened up',
  'waiver-reminder': 'Waiver reminder',
  'waiver-signed': 'Signed waiver',
} as const

/** Its subject, or what its kind is called where it has none. */
export function titleOfMail({ subject, kind }: Pick<AdminMail, 'subject' | 'kind'>): string {
  return subject ?? MAIL_TITLES[kind as keyof typeof MAIL_TITLES] ?? 'Email'
}

/** What the owner is told while the mail server takes nothing (docs/rules.md §8.8). */
export function notSentSince(since: Date, now = new Date()): string {
  const day = venueDate(since) === venueDate(now) ? '' : ` on ${formatCompactDate(venueDate(since))}`
  return `Emails have not gone out since ${formatVenueTime(since)}${day}.`
}
