import * as z from 'zod/mini'
import { LinkToken, NewPassword, Position, Session } from '../accounts.ts'
import { endpoint } from '../endpoint.ts'
import { Email, Id, IdInPath, Instant, requiredLine } from '../fields.ts'
import { type Cents, formatCents, Money } from '../money.ts'

export const errors = {
  'already-joined': { status: 409, message: 'That person has accepted the invitation already.' },
  'still-works-here': { status: 409, message: 'Please remove that person from the portal first.' },
  'own-position': { status: 409, message: "You can't change your own role. Another owner can." },
  'refund-above-limit': { status: 403, message: 'Only an owner can make this refund.' },
} as const

/** What an owner reads and hears of each position. */
export const POSITIONS: Readonly<Record<Position, { name: string; may: string }>> = {
  OWNER: { name: 'Owner', may: 'Everything.' },
  OFFICE: {
    name: 'Office',
    may: 'Bookings, messages, and money. No configuration, no merchant account, no gift vouchers of its own, and refunds up to the limit below.',
  },
  GUIDE: {
    name: 'Guide',
    may: 'The day sheet and the calendar: names and phones of the next 14 days, notes, and what a group owes that day.',
  },
}

/** Somebody who works here, or is invited to. */
export const Person = z.object({
  id: Id,
  username: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  email: z.string(),
  position: Position,
  isActive: z.boolean(),
  hasTwoStepSignIn: z.boolean(),
  /** Until when the invitation works, or worked; null once it was accepted. */
  invitedUntil: z.nullable(Instant),
})
export type Person = z.infer<typeof Person>

/** With the link, which is said this once: only its hash is kept. */
export const InvitedPerson = z.extend(Person, {
  link: z.string(),
  /** Whether there is a mail server to email it too. */
  isEmailed: z.boolean(),
})
export type InvitedPerson = z.infer<typeof InvitedPerson>

export const listPeople = endpoint({
  method: 'GET',
  path: '/api/admin/people',
  access: 'owner',
  summary: 'Who works here and who is invited, and what the office may refund.',
  failed: 'Failed to load people',
  response: z.object({ people: z.array(Person), refundLimit: Money }),
})

export const invitePerson = endpoint({
  method: 'POST',
  path: '/api/admin/people',
  access: 'owner',
  summary:
    'Invites somebody to work here with a link that works once, within 7 days. It goes to the address, where there is a mail server, and into the answer.',
  failed: 'Failed to send the invitation',
  body: z.strictObject({ email: Email, position: Position }),
  response: InvitedPerson,
  status: 201,
  errors: ['email-taken', 'too-many-requests'],
})

const ofPerson = { params: z.object({ id: IdInPath }) }

export const sendInvitationAgain = endpoint({
  method: 'POST',
  path: '/api/admin/people/:id/invitation',
  access: 'owner',
  summary: 'Makes a new link for somebody who was invited; earlier ones stop working. At most 3 an hour.',
  failed: 'Failed to send the invitation',
  ...ofPerson,
  response: InvitedPerson,
  errors: ['user-not-found', 'already-joined', 'too-many-requests'],
})

export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/api/admin/people/:id/invitation',
  access: 'owner',
  summary: 'Takes an invitation back: its link stops working, and the address is free again.',
  failed: 'Failed to withdraw the invitation',
  ...ofPerson,
  response: null,
  errors: ['user-not-found', 'already-joined'],
})

export const forgetPerson = endpoint({
  method: 'DELETE',
  path: '/api/admin/people/:id',
  access: 'owner',
  summary:
    'Deletes name, username and email of somebody who was removed, for good. What they did stays, as that of a former member of the staff.',
  failed: 'Failed to delete the data',
  ...ofPerson,
  response: null,
  errors: ['user-not-found', 'still-works-here'],
})

export const setPosition = endpoint({
  method: 'PUT',
  path: '/api/admin/people/:id/position',
  access: 'owner',
  summary: 'Makes somebody who works here an owner, of the office or a guide, and signs them out everywhere.',
  failed: 'Failed to change the role',
  ...ofPerson,
  body: z.strictObject({ position: Position }),
  response: Person,
  errors: ['user-not-found', 'own-position'],
})

/** $100,000 */
export const MOST_REFUND_CENTS = 10_000_000

export const RefundLimit = z.strictObject({
  refundLimit: Money.check(
    z.gte(0, 'The limit cannot be negative.'),
    z.lte(MOST_REFUND_CENTS, 'The limit is at most $100,000.'),
  ),
})

export const setRefundLimit = endpoint({
  method: 'PUT',
  path: '/api/admin/people/refund-limit',
  access: 'owner',
  summary: 'Sets how much of one booking the office may refund in all; 0 leaves refunds to owners.',
  failed: 'Failed to save the limit',
  body: RefundLimit,
  response: RefundLimit,
})

/** Why the office is refused a refund. */
export const aboveRefundLimit = (limit: Cents) =>
  limit === 0
    ? 'Only an owner can make refunds.'
    : `The office can refund up to ${formatCents(limit)} of a booking in all. An owner can refund more.`

export const openInvitation = endpoint({
  method: 'POST',
  path: '/api/auth/invitations/open',
  access: 'public',
  summary: 'Whom the link of an invitation is for.',
  body: z.strictObject({ token: LinkToken }),
  response: z.object({ email: z.string(), position: Position }),
  errors: ['link-invalid', 'too-many-requests'],
})

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/auth/invitations/accept',
  access: 'public',
  summary: 'Accepts an invitation with the single-use token of its link, and signs in.',
  failed: 'Failed to accept the invitation',
  body: z.strictObject({
    token: LinkToken,
    firstName: requiredLine('First name'),
    lastName: requiredLine('Last name'),
    password: NewPassword,
  }),
  response: Session,
  errors: ['link-invalid', 'password-refused', 'too-many-requests'],
})
