import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, IdInPath, Instant, requiredLine, requiredText } from '../fields.ts'
import { pageOf, pageQuery } from '../lists.ts'
import { TripDate } from '../trip-date.ts'
import { MailStatus } from './mails.ts'

/** What stands for something of each guest's booking. */
export const PLACEHOLDERS = ['{name}', '{date}', '{anglers}', '{number}', '{due}'] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

/** Why a text cannot go out: the first thing in braces that stands for nothing, when only `known` do. */
export function refuseUnfilled(text: string, known: readonly string[]): string | undefined {
  const unknown = text.match(/\{[^{}]*\}/g)?.find((found) => !known.includes(found))
  return unknown && `${unknown} stands for nothing here. You can use ${new Intl.ListFormat('en-US').format(known)}.`
}

/** The text with what its placeholders stand for. */
export function fillIn(text: string, values: Partial<Record<Placeholder, string>>): string {
  return text.replace(/\{\w+\}/g, (found) => values[found as Placeholder] ?? found)
}

export const withPlaceholders = z.check<string>((context) => {
  const message = refuseUnfilled(context.value, PLACEHOLDERS)
  if (message) context.issues.push({ code: 'custom', input: context.value, message })
})

const asksForDate = (who: string) => who === 'DAY' || who === 'WEEK'

/** Who is written to: the guest of a booking, of a day, of seven days from one on, or everybody who owes something. */
export const MessageAudience = z.enum(['BOOKING', 'DAY', 'WEEK', 'UNPAID'])
export type MessageAudience = z.infer<typeof MessageAudience>

export const NewMessage = z
  .strictObject({
    who: MessageAudience,
    bookingId: z.optional(Id),
    /** The day, or the first one of the week. */
    date: z.optional(TripDate),
    subject: requiredLine('A subject', 150).check(withPlaceholders),
    text: requiredText('A text', 4000).check(withPlaceholders),
  })
  .check(
    z.refine(({ who, date }) => !asksForDate(who) || date !== undefined, {
      error: 'Please select a date',
      path: ['date'],
    }),
    z.refine(({ who, bookingId }) => who !== 'BOOKING' || bookingId !== undefined, {
      error: 'Please say which booking.',
      path: ['bookingId'],
    }),
  )
export type NewMessage = z.infer<typeof NewMessage>

/** A guest who is written to, or whose booking has no email and whom somebody has to call. */
export const MessageRecipient = z.object({
  bookingId: Id,
  name: z.string(),
  phone: z.string(),
  date: TripDate,
  email: z.nullable(z.string()),
  /** What it says to this guest; null without an email, and once it was blanked. */
  subject: z.nullable(z.string()),
  text: z.nullable(z.string()),
  /** What became of the email; null once that was forgotten. */
  mail: z.nullable(z.object({ id: Id, status: MailStatus, error: z.nullable(z.string()) })),
})
export type MessageRecipient = z.infer<typeof MessageRecipient>

const messageFields = {
  id: Id,
  who: MessageAudience,
  date: z.nullable(TripDate),
  /** With their placeholders. */
  subject: z.string(),
  text: z.string(),
  sentBy: z.string(),
  createdAt: Instant,
}

export const Message = z.object({
  ...messageFields,
  written: z.int(),
  /** Of those, how many the mail server refused. */
  failed: z.int(),
  unreached: z.int(),
})
export type Message = z.infer<typeof Message>

export const MessageDetails = z.object({ ...messageFields, recipients: z.array(MessageRecipient) })
export type MessageDetails = z.infer<typeof MessageDetails>

export const errors = {
  'nobody-to-write-to': {
    status: 409,
    message: 'Nobody with an email is booked, so there is nobody to write to.',
  },
  'too-many-recipients': { status: 409, message: 'That is more than 500 guests. Please write to them by week.' },
} as const

export const previewMessage = endpoint({
  method: 'POST',
  path: '/api/admin/messages/preview',
  access: 'office',
  summary: 'Whom a message would go to, and what it would say to each. Nothing is sent.',
  failed: 'Failed to show the message',
  body: NewMessage,
  response: z.object({
    recipients: z.array(MessageRecipient),
    /** How many guests are left out because their data was removed. */
    removed: z.int(),
  }),
  errors: ['booking-not-found', 'too-many-recipients'],
})

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/admin/messages',
  access: 'office',
  summary:
    'Writes one email to each guest, all or none. Where two bookings of one address would get the same words, one is sent. The same `Idempotency-Key` is the same message.',
  failed: 'Failed to send the message',
  body: NewMessage,
  response: MessageDetails,
  status: 201,
  errors: ['booking-not-found', 'nobody-to-write-to', 'too-many-recipients', 'key-reused'],
})

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/admin/messages',
  access: 'office',
  summary: 'Messages that were sent, newest first.',
  failed: 'Failed to load the messages',
  query: z.object(pageQuery),
  response: pageOf(Message),
})

export const getMessage = endpoint({
  method: 'GET',
  path: '/api/admin/messages/:id',
  access: 'office',
  summary: 'One message, with who got what, and who was not reached.',
  failed: 'Failed to load the messages',
  params: z.object({ id: IdInPath }),
  response: MessageDetails,
})
