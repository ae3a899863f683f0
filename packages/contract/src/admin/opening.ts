import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** The lines of the opening list, in its order. */
export const OPENING_STEPS = [
  'EMAIL',
  'CARDS',
  'PRICES',
  'SEASON',
  'FACTS',
  'WAIVER',
  'NOTIFICATIONS',
  'PEOPLE',
  'TEST_BOOKING',
] as const

/** The lines that looking is all there is to, so an owner says so. */
export const SaidStep = z.enum(['PRICES', 'SEASON', 'WAIVER', 'PEOPLE'])
export type SaidStep = z.infer<typeof SaidStep>

const To = z.object({ label: z.string(), to: z.string() })

/** What is to be ready before opening day, and whether it was seen (docs/rules.md §9.10). */
export const OpeningLine = z.object({
  step: z.enum(OPENING_STEPS),
  title: z.string(),
  /** What was seen. */
  says: z.string(),
  isSeen: z.boolean(),
  /** Opening without it asks first. */
  isEssential: z.boolean(),
  /** What can be done right here; null once it is seen. */
  action: z.nullable(z.string()),
  /** Where it is done, the page and the field. */
  at: z.array(To),
})
export type OpeningLine = z.infer<typeof OpeningLine>

export const Opening = z.object({ isOpen: z.boolean(), lines: z.array(OpeningLine) })
export type Opening = z.infer<typeof Opening>

export const getOpening = endpoint({
  method: 'GET',
  path: '/api/admin/opening',
  access: 'owner',
  summary: 'What is to be ready before opening day. Each tick is what the server saw, not what somebody claimed.',
  failed: 'Failed to load the opening list',
  response: Opening,
})

export const saySeen = endpoint({
  method: 'PUT',
  path: '/api/admin/opening/:step',
  access: 'owner',
  summary: 'The owner has looked at prices, season or waiver, or works alone; idempotent.',
  failed: 'Failed to save',
  params: z.object({ step: SaidStep }),
  response: Opening,
})

export const sendTestEmail = endpoint({
  method: 'POST',
  path: '/api/admin/opening/test-email',
  access: 'owner',
  summary: 'Emails the caller a test, through the outbox like any email. Tries one that still waits again.',
  failed: 'Failed to send the test',
  response: Opening,
  status: 202,
})

export const openBusiness = endpoint({
  method: 'POST',
  path: '/api/admin/opening',
  access: 'owner',
  summary: 'Opens the business, so the opening list is gone for good; idempotent.',
  failed: 'Failed to open',
  response: Opening,
})
