import * as z from 'zod/mini'
import { Session } from '../accounts.ts'
import { endpoint } from '../endpoint.ts'
import { TripDate } from '../trip-date.ts'

/** The lines of the opening list, in its order. */
export const OPENING_STEPS = [
  'EMAIL',
  'CARDS',
  'SERVER',
  'PRICES',
  'SEASON',
  'FACTS',
  'WAIVER',
  'NOTIFICATIONS',
  'PEOPLE',
  'TEST_BOOKING',
] as const

const LOOKED = ['PRICES', 'SEASON', 'WAIVER', 'PEOPLE'] as const

/** What only an owner can know: that they looked, that they work alone, that they are open, that the list is done with. */
export const SaidStep = z.enum([...LOOKED, 'OPENED', 'PUT_AWAY'])
export type SaidStep = z.infer<typeof SaidStep>

const To = z.object({ label: z.string(), to: z.string() })

/** What somebody does before guests pay, and whether it was seen. */
const Line = z.object({
  title: z.string(),
  /** What was seen. */
  says: z.string(),
  /** What whoever installed the site has to put right, each with how. */
  problems: z.array(z.string()),
  isSeen: z.boolean(),
  /** What can be done right here; once it is ticked, only what an owner said can be taken back. */
  action: z.nullable(
    z.object({
      does: z.enum(['SAY', 'TAKE_BACK', 'CHANGE_EMAIL', 'SEND_TEST', 'BEGIN_TEST', 'CLEAN_UP', 'SECOND_STEP']),
      label: z.string(),
      /** What is asked before. */
      asks: z.nullable(z.string()),
    }),
  ),
  /** Where it is done. */
  at: z.nullable(To),
})

/** What is to be ready before opening day (docs/rules.md §9.10). */
export const OpeningLine = z.extend(Line, {
  step: z.enum(OPENING_STEPS),
  /** Opening without it asks first. */
  isEssential: z.boolean(),
})
export type OpeningLine = z.infer<typeof OpeningLine>

export const Opening = z.object({
  isOpen: z.boolean(),
  /** The list is gone: it is open, and an owner put it away or guests have booked. */
  isOver: z.boolean(),
  /** The day it opens by itself, or has opened on. */
  opensOn: z.nullable(TripDate),
  /** What guests can book until then, or since when it is open. */
  says: z.string(),
  lines: z.array(OpeningLine),
})
export type Opening = z.infer<typeof Opening>

/** The lines of going live with QuickBooks, in its order. */
export const LIVE_STEPS = [
  'CARDS',
  'KEYS',
  'REDIRECT',
  'HTTPS',
  'SANDBOX',
  'EMAIL',
  'PRICES',
  'SECOND_STEP',
  'BACKUP',
  'SERVER',
  'TEST_BOOKING',
] as const

/** What is to be ready before real cards are taken (docs/rules.md §3.38). */
export const LiveLine = z.extend(Line, {
  step: z.enum(LIVE_STEPS),
  /** What has to be entered elsewhere, to the letter. */
  copies: z.nullable(z.string()),
})
export type LiveLine = z.infer<typeof LiveLine>

export const getGoingLive = endpoint({
  method: 'GET',
  path: '/api/admin/going-live',
  access: 'owner',
  summary:
    'What is to be ready before real cards are taken. Each tick is what the server saw, not what somebody claimed.',
  failed: 'Failed to load the list',
  response: z.object({ lines: z.array(LiveLine) }),
})

export const getOpening = endpoint({
  method: 'GET',
  path: '/api/admin/opening',
  access: 'owner',
  summary: 'What is to be ready before opening day. Each tick is what the server saw, not what somebody claimed.',
  failed: 'Failed to load the opening list',
  response: Opening,
})

export const sayOpening = endpoint({
  method: 'PUT',
  path: '/api/admin/opening/:step',
  access: 'owner',
  summary:
    'The owner has looked at prices, season or waiver, works alone, opens the business, or puts the list away, so that it is gone for good once the business is open; idempotent.',
  failed: 'Failed to save',
  params: z.object({ step: SaidStep }),
  response: Opening,
})

export const takeBackOpening = endpoint({
  method: 'DELETE',
  path: '/api/admin/opening/:step',
  access: 'owner',
  summary: 'Takes back that prices, season or waiver are right, or that the owner works alone; idempotent.',
  failed: 'Failed to take it back',
  params: z.object({ step: z.enum(LOOKED) }),
  response: Opening,
})

export const setOpeningDay = endpoint({
  method: 'PUT',
  path: '/api/admin/opening',
  access: 'owner',
  summary:
    'The day on which the business opens by itself, from tomorrow on; null for none. Changes nothing once it is open.',
  failed: 'Failed to save',
  body: z.strictObject({ opensOn: z.nullable(TripDate) }),
  response: Opening,
})

export const sendTestEmail = endpoint({
  method: 'POST',
  path: '/api/admin/opening/email',
  access: 'owner',
  summary: 'Emails the caller a test, through the outbox like any email. Tries one that still waits again.',
  failed: 'Failed to send the test',
  response: Opening,
  status: 202,
})

export const beginTestBooking = endpoint({
  method: 'POST',
  path: '/api/admin/opening/test',
  access: 'owner',
  summary:
    "A session to book a test trip with, of a guest nobody can sign in as. Its deposit is $1.00 an angler, and it carries the owner's address.",
  failed: 'Failed to begin a test booking',
  response: Session,
  status: 201,
})

export const cleanUpTestBooking = endpoint({
  method: 'DELETE',
  path: '/api/admin/opening/test',
  access: 'owner',
  summary: 'Cancels the test booking, gives its deposit back and ends its session; idempotent.',
  failed: 'Failed to clean up the test booking',
  response: Opening,
  errors: ['payment-in-progress', 'payments-unavailable', 'refund-in-progress', 'merchant-not-connected'],
})
