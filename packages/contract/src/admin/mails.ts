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

/** An email as the owner sees it, without its text, which may contain a customer's link. */
export const AdminMail = z.object({
  id: Id,
  /** Such as `booking-confirmed`. */
  kind: z.string(),
  to: z.string(),
  /** Null until it is sent. */
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

/** Its subject, or its kind before it is sent: `booking-confirmed` → `Booking confirmed`. */
export function titleOfMail({ subject, kind }: Pick<AdminMail, 'subject' | 'kind'>): string {
  const words = kind.replaceAll('-', ' ')
  return subject ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** What the owner is told while the mail server takes nothing (docs/rules.md §8.8). */
export function notSentSince(since: Date, now = new Date()): string {
  const day = venueDate(since) === venueDate(now) ? '' : ` on ${formatCompactDate(venueDate(since))}`
  return `Emails have not gone out since ${formatVenueTime(since)}${day}.`
}
