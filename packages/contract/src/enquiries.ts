import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, Instant } from './fields.ts'
import { pageOf, pageQuery, SearchText, sortedBy } from './lists.ts'
import { changedText, Email, optionalText, typedLine } from './text-fields.ts'

/** Value and label, in the order the dialog lists them (docs/rules.md §6.5). */
export const COUNTRIES = [
  ['US', 'United States'],
  ['CA', 'Canada'],
  ['UK', 'United Kingdom'],
  ['AU', 'Australia'],
  ['DE', 'Germany'],
  ['FR', 'France'],
  ['IT', 'Italy'],
  ['ES', 'Spain'],
  ['JP', 'Japan'],
  ['Other', 'Other'],
] as const

/** What a browser takes as an address, or what we take elsewhere. */
const BrowserEmail = z.string('Email is required').check(
  z.trim(),
  z.minLength(1, 'Email is required'),
  z.maxLength(254, 'An email address can be at most 254 characters long'),
  z.overwrite((text) => z.safeParse(Email, text).data ?? text),
  z.refine(
    (text) => text === '' || z.regexes.html5Email.test(text) || z.safeParse(Email, text).success,
    'Please enter a valid email address',
  ),
)

/** Only the browser's checks are asked for: an enquiry keeps whatever was typed, as long as it can be read (docs/rules.md §6.5). */
export const NewEnquiry = z.strictObject({
  firstName: typedLine('First name'),
  lastName: typedLine('Last name'),
  email: BrowserEmail,
  phone: typedLine('Phone number').check(
    z.refine((text) => text === '' || /\p{Nd}/u.test(text), 'Please enter a phone number'),
  ),
  country: z.enum(
    COUNTRIES.map(([value]) => value),
    'Please select your country',
  ),
  message: optionalText('Message', 4000),
})
export type NewEnquiry = z.infer<typeof NewEnquiry>

export const EnquiryStatus = z.enum(
  ['NEW', 'IN_PROGRESS', 'RESPONDED', 'CLOSED', 'SPAM'],
  'The status must be NEW, IN_PROGRESS, RESPONDED, CLOSED or SPAM.',
)
export type EnquiryStatus = z.infer<typeof EnquiryStatus>

const enquiryFields = {
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  email: z.string(),
  phone: z.string(),
  country: z.string(),
  message: z.nullable(z.string()),
  status: EnquiryStatus,
  createdAt: Instant,
}

/** An enquiry as its sender sees it. */
export const Enquiry = z.object(enquiryFields)
export type Enquiry = z.infer<typeof Enquiry>

/** An enquiry as the owner sees it. */
export const AdminEnquiry = z.object({
  ...enquiryFields,
  adminNotes: z.nullable(z.string()),
  updatedAt: Instant,
  respondedAt: z.nullable(Instant),
})
export type AdminEnquiry = z.infer<typeof AdminEnquiry>

export const createEnquiry = endpoint({
  method: 'POST',
  path: '/api/enquiries',
  access: 'public',
  summary: 'Sends an enquiry; the owner is emailed and the sender gets an acknowledgment.',
  failed: 'Failed to submit enquiry',
  body: NewEnquiry,
  response: Enquiry,
  status: 201,
  errors: ['too-many-requests'],
})

const sort = sortedBy('name', 'email', 'status', 'created')

export const listEnquiries = endpoint({
  method: 'GET',
  path: '/api/enquiries',
  access: 'office',
  summary: 'All enquiries, newest first.',
  failed: 'Failed to load enquiries',
  query: z.object({ ...pageQuery, sort }),
  response: pageOf(AdminEnquiry),
})

export const listEnquiriesByStatus = endpoint({
  method: 'GET',
  path: '/api/enquiries/status/:status',
  access: 'office',
  summary: 'The enquiries in one status, newest first.',
  failed: 'Failed to load enquiries',
  params: z.object({ status: EnquiryStatus }),
  query: z.object({ ...pageQuery, sort }),
  response: pageOf(AdminEnquiry),
})

export const searchEnquiries = endpoint({
  method: 'GET',
  path: '/api/enquiries/search',
  access: 'office',
  summary: 'Enquiries with `q` in a name, the email or the message, newest first.',
  failed: 'Failed to load enquiries',
  query: z.object({ ...pageQuery, sort, q: SearchText, status: z.optional(EnquiryStatus) }),
  response: pageOf(AdminEnquiry),
})

export const getEnquiryStats = endpoint({
  method: 'GET',
  path: '/api/enquiries/stats',
  access: 'office',
  summary: 'How many enquiries there are, in total and by status.',
  response: z.object({
    totalEnquiries: z.int(),
    newEnquiries: z.int(),
    inProgressEnquiries: z.int(),
    respondedEnquiries: z.int(),
    closedEnquiries: z.int(),
    spamEnquiries: z.int(),
  }),
})

export const getEnquiry = endpoint({
  method: 'GET',
  path: '/api/enquiries/:id',
  access: 'office',
  summary: 'One enquiry.',
  failed: 'Failed to retrieve enquiry',
  params: z.object({ id: IdInPath }),
  response: AdminEnquiry,
})

export const setEnquiryStatus = endpoint({
  method: 'PUT',
  path: '/api/enquiries/:id/status',
  access: 'office',
  takesKey: true,
  summary:
    'Sets the status, any to any; omitted notes stay. With RESPONDED, a response is emailed to the sender, once per `Idempotency-Key`, or without a key when the text is new; {name} becomes the name.',
  failed: 'Failed to update enquiry status',
  params: z.object({ id: IdInPath }),
  body: z.strictObject({
    status: EnquiryStatus,
    adminResponse: changedText('The response', 4000),
    adminNotes: changedText('Admin notes', 4000),
  }),
  response: AdminEnquiry,
  errors: ['key-reused'],
})
