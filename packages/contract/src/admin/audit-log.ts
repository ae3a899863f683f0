import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, Instant } from '../fields.ts'
import { pageOf, pageQuery, SearchText } from '../lists.ts'
import { lineChecks } from '../text-fields.ts'
import { TripDate } from '../trip-date.ts'

/** One change by an admin. The values are JSON; null once they are blanked. */
export const AuditEntry = z.object({
  id: Id,
  happenedAt: Instant,
  adminUsername: z.string(),
  /** Who made the change, by name. */
  by: z.string(),
  /** `enquiry.status-changed` */
  action: z.string(),
  subjectKind: z.string(),
  subjectId: z.string(),
  /** The changed thing as people know it: a guest and number, a person, a day; null if its kind has one thing only or it is gone. */
  subjectName: z.nullable(z.string()),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const listAuditEntries = endpoint({
  method: 'GET',
  path: '/api/admin/audit-log',
  access: 'owner',
  summary:
    'Changes by admins, latest first; an order of a refund only until its outcome follows. `q` matches part of an admin, an action or a subject, by name or as `booking 7`; `from` and `to` are days at the venue, inclusive; `subjectKind` and `subjectId` name one subject exactly, or settings by their names.',
  failed: 'Failed to load the change log',
  query: z.object({
    ...pageQuery,
    q: z.optional(SearchText),
    from: z.optional(TripDate),
    to: z.optional(TripDate),
    subjectKind: z.optional(SearchText),
    subjectId: z.optional(z.string().check(z.trim(), ...lineChecks('A subject', 600))),
  }),
  response: pageOf(AuditEntry),
})

/** The lists that the portal makes files of; those of money by year. */
const ExportedList = z.union(
  [
    z.enum(['audit-log', 'booking-queries', 'bookings', 'enquiries', 'gift-vouchers', 'mails', 'users']),
    z.templateLiteral([z.enum(['card-volume-', 'payments-', 'totals-']), z.string().check(z.regex(/^20\d\d$/))]),
  ],
  'There is no such list.',
)
export type ExportedList = z.infer<typeof ExportedList>

const LISTS: Readonly<Record<string, string>> = {
  'audit-log': 'Change log',
  'booking-queries': 'Questions',
  bookings: 'Bookings',
  enquiries: 'Enquiries',
  'card-volume': 'Card volume',
  'gift-vouchers': 'Gift vouchers',
  mails: 'Email',
  payments: 'Payments and refunds',
  totals: 'Money by month',
  users: 'Users',
}

/** What the list is called on its page, in the change log and in its file's name: `Money by month, 2027`. */
export function nameOfList(list: string): string | undefined {
  const [, name = list, year] = /^(.+)-(\d{4})$/.exec(list) ?? []
  return LISTS[name] && [LISTS[name], year].filter(Boolean).join(', ')
}

/** The portal makes a file of a list from its pages; this call comes first. */
export const recordExport = endpoint({
  method: 'POST',
  path: '/api/admin/exports',
  access: 'office',
  asksAgain: 'exports',
  summary: 'Records in the change log that the caller takes a whole list as a file.',
  failed: 'Failed to export the list',
  body: z.strictObject({ list: ExportedList }),
  response: null,
})
