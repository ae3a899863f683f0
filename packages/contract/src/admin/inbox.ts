import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { EnquiryStatus } from '../enquiries.ts'
import { Id, Instant } from '../fields.ts'
import { pageOf, pageQuery, SearchText } from '../lists.ts'
import { TripDate } from '../trip-date.ts'
import { REPLY_PLACEHOLDERS } from './replies.ts'

/** An enquiry, or a question about a booking. */
export const InboxKind = z.enum(Object.keys(REPLY_PLACEHOLDERS) as (keyof typeof REPLY_PLACEHOLDERS)[])
export type InboxKind = z.infer<typeof InboxKind>

export const InboxLine = z.object({
  kind: InboxKind,
  /** Of the enquiry or question: two kinds may share a number. */
  id: Id,
  name: z.string(),
  email: z.string(),
  message: z.nullable(z.string()),
  status: EnquiryStatus,
  needsReply: z.boolean(),
  /** When it came, was answered or was changed last. */
  activeAt: Instant,
  /** Of the booking that a question is about. */
  confirmationNumber: z.nullable(z.string()),
  bookingDate: z.nullable(TripDate),
})
export type InboxLine = z.infer<typeof InboxLine>

export const InboxFilter = z.enum(['NEEDS_REPLY'], 'The status must be NEEDS_REPLY.')
export type InboxFilter = z.infer<typeof InboxFilter>

export const listInbox = endpoint({
  method: 'GET',
  path: '/api/admin/inbox',
  access: 'office',
  summary:
    'Enquiries (without spam) and questions about bookings, newest activity first, and how many there are in all. `q` is searched in whatever their own lists search.',
  failed: 'Failed to load the messages',
  query: z.object({ ...pageQuery, q: z.optional(SearchText), status: z.optional(InboxFilter) }),
  response: z.extend(pageOf(InboxLine), {
    /** Whatever is searched. */
    counts: z.object({ all: z.int(), needsReply: z.int() }),
  }),
})
