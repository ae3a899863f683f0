import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../fields.ts'

/** One thing that an email needs to arrive. */
export const MailCheckLine = z.object({
  what: z.enum(['SERVER', 'SPF', 'DKIM', 'DMARC']),
  /** `UNKNOWN`: only a test shows it, or it couldn't be looked up. */
  state: z.enum(['OK', 'TO_DO', 'UNKNOWN']),
  says: z.string(),
  /** The TXT record that helps, to be put where the domain is managed. */
  record: z.nullable(z.object({ name: z.string(), value: z.string() })),
})
export type MailCheckLine = z.infer<typeof MailCheckLine>

export const MailCheck = z.object({
  /** Whether there is a mail server. */
  isSetUp: z.boolean(),
  /** The address that emails come from, to which those that can't be delivered come back. */
  from: z.string(),
  lines: z.array(MailCheckLine),
  /** When the headers of a test were read last. */
  readAt: z.nullable(Instant),
})
export type MailCheck = z.infer<typeof MailCheck>

export const MailHeaders = z.strictObject({
  headers: z
    .string('Paste the headers of the test.')
    .check(z.trim(), z.minLength(1, 'Paste the headers of the test.'), z.maxLength(100_000, 'Paste the headers only.')),
})

export const getMailCheck = endpoint({
  method: 'GET',
  path: '/api/admin/mail-check',
  access: 'owner',
  summary: "Whether emails arrive: the mail server, SPF and DMARC as DNS has them, and DKIM as a test's headers said.",
  failed: 'Failed to check email',
  response: MailCheck,
})

export const readMailHeaders = endpoint({
  method: 'POST',
  path: '/api/admin/mail-check',
  access: 'owner',
  summary: 'Reads what the mail provider of who got a test says of it in its headers, which are not kept.',
  failed: 'Failed to read the headers',
  body: MailHeaders,
  response: MailCheck,
})
