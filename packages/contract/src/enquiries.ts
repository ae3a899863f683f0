import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Email, Id, IdInPath, Instant, optionalText, requiredText } from './fields.ts'

/** Value and label, in the order the dialog lists them (spec §3). */
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

export const NewEnquiry = z.strictObject({
  firstName: requiredText('First name'),
  lastName: requiredText('Last name'),
  email: Email,
  phone: requiredText('Phone number', 40),
  country: z.enum(
    COUNTRIES.map(([value]) => value),
    'Please select your country',
  ),
  message: optionalText('Message', 4000),
})
export type NewEnquiry = z.infer<typeof NewEnquiry>

export const Enquiry = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  email: z.string(),
  phone: z.string(),
  country: z.string(),
  message: z.nullable(z.string()),
  status: z.enum(['NEW', 'IN_PROGRESS', 'RESPONDED', 'CLOSED', 'SPAM']),
  createdAt: Instant,
})
export type Enquiry = z.infer<typeof Enquiry>

export const createEnquiry = endpoint({
  method: 'POST',
  path: '/api/enquiries',
  access: 'public',
  summary: 'Sends an enquiry; mails the owner and acknowledges to the sender.',
  body: NewEnquiry,
  response: Enquiry,
  status: 201,
  errors: ['too-many-requests'],
})

export const getEnquiry = endpoint({
  method: 'GET',
  path: '/api/enquiries/:id',
  access: 'admin',
  summary: 'One enquiry.',
  params: z.object({ id: IdInPath }),
  response: Enquiry,
})
