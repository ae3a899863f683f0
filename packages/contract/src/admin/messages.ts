import * as z from 'zod/mini'
import { AdminBooking } from '../bookings.ts'
import { endpoint } from '../endpoint.ts'
import { Id, IdInPath, Instant } from '../fields.ts'
import { pageOf, pageQuery } from '../lists.ts'
import { requiredLine, requiredText } from '../text-fields.ts'
import { TripDate } from '../trip-date.ts'
import { MailStatus } from './mails.ts'

/** Replaced with details of each customer's booking. */
export const PLACEHOLDERS = ['{name}', '{date}', '{anglers}', '{number}', '{due}'] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

/** Why a text can't be sent: names the first placeholder in braces that is not in `known`. */
export function refuseUnfilled(text: string, known: readonly string[]): string | undefined {
  const unknown = text.match(/\{[^{}]*\}/g)?.find((found) => !known.includes(found.toLowerCase()))
  return unknown && `${unknown} doesn't work here. You can use ${new Intl.ListFormat('en-US').format(known)}.`
}

/** Replaces the placeholders in a text. */
export function fillIn(text: string, values: Partial<Record<Placeholder, string>>): string {
  return text.replace(/\{\w+\}/g, (found) => values[found.toLowerCase() as Placeholder] ?? found)
}

export const withPlaceholders = z.check<string>((context) => {
  const message = refuseUnfilled(context.value, PLACEHOLDERS)
  if (message) context.issues.push({ code: 'custom', input: context.value, message })
})

const asksForDate = (who: string) => who === 'DAY' || who === 'WEEK'

/** The recipients: customers of a booking, a day, the seven days from a date, or everyone with a balance. */
export const MessageAudience = z.enum(['BOOKING', 'DAY', 'WEEK', 'UNPAID'])
export type MessageAudience = z.infer<typeof MessageAudience>

export const NewMessage = z
  .strictObject({
    who: MessageAudience,
    bookingId: z.optional(Id),
    /** The day, or the first day of the week. */
    date: z.optional(TripDate),
    /** Of those, the bookings to write to; all if left out. */
    to: z.optional(z.array(Id).check(z.maxLength(500))),
    subject: requiredLine('A subject', 150).check(withPlaceholders),
    text: requiredText('A text', 4000).check(withPlaceholders),
  })
  .check(
    z.refine(({ who, date }) => !asksForDate(who) || date !== undefined, {
      error: 'Please select a date',
      path: ['date'],
    }),
    z.refine(({ who, bookingId }) => who !== 'BOOKING' || bookingId !== undefined, {
      error: 'Please choose a booking.',
      path: ['bookingId'],
    }),
  )
export type NewMessage = z.infer<typeof NewMessage>

/** A customer who gets the email, or who has to be called because the booking has no email. */
export const MessageRecipient = z.object({
  bookingId: Id,
  name: z.string(),
  phone: z.string(),
  date: TripDate,
  email: z.nullable(z.string()),
  /** As sent to this customer, or to be texted without an email; null once blanked. */
  subject: z.nullable(z.string()),
  text: z.nullable(z.string()),
  /** The email's status; null once the email is deleted. */
  mail: z.nullable(z.object({ id: Id, status: MailStatus, error: z.nullable(z.string()) })),
})
export type MessageRecipient = z.infer<typeof MessageRecipient>

/** A customer before the message is sent, with what should be seen before it is. */
const PreviewedRecipient = z.extend(
  MessageRecipient,
  z.pick(AdminBooking, { outcome: true, pendingAmount: true, refundedAmount: true, chargedBackAmount: true }).shape,
)
export type PreviewedRecipient = z.infer<typeof PreviewedRecipient>

const messageFields = {
  id: Id,
  who: MessageAudience,
  date: z.nullable(TripDate),
  /** Subject and text keep their placeholders. */
  subject: z.string(),
  text: z.string(),
  sentBy: z.string(),
  createdAt: Instant,
}

export const Message = z.object({
  ...messageFields,
  written: z.int(),
  /** How many of those the mail server refused. */
  failed: z.int(),
  /** How many of those are held back. */
  held: z.int(),
  unreached: z.int(),
})
export type Message = z.infer<typeof Message>

export const MessageDetails = z.object({ ...messageFields, recipients: z.array(MessageRecipient) })
export type MessageDetails = z.infer<typeof MessageDetails>

export const errors = {
  'nobody-to-write-to': {
    status: 409,
    message: 'No one here gets an email.',
  },
  'too-many-recipients': {
    status: 409,
    message: "That's more than 500 customers. Please email them one week at a time.",
  },
} as const

export const previewMessage = endpoint({
  method: 'POST',
  path: '/api/admin/messages/preview',
  access: 'office',
  summary: 'The recipients of a message, and its text for each. Nothing is sent.',
  failed: 'Failed to show the message',
  body: NewMessage,
  response: z.object({
    recipients: z.array(PreviewedRecipient),
    /** How many customers are left out because their data was removed. */
    removed: z.int(),
  }),
  errors: ['booking-not-found', 'too-many-recipients'],
})

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/admin/messages',
  access: 'office',
  takesKey: true,
  summary:
    'Sends one email to each customer, all or none. If two bookings with one address would get the same text, one is sent. A repeated `Idempotency-Key` is the same message.',
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
  summary: 'Sent messages, newest first.',
  failed: 'Failed to load the messages',
  query: z.object(pageQuery),
  response: pageOf(Message),
})

export const getMessage = endpoint({
  method: 'GET',
  path: '/api/admin/messages/:id',
  access: 'office',
  summary: 'One message, with what each recipient got and who was not reached.',
  failed: 'Failed to load the messages',
  params: z.object({ id: IdInPath }),
  response: MessageDetails,
})
