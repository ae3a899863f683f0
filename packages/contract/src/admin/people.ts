import * as z from 'zod/mini'
import { DeviceName, NewPassword, Position, Session } from '../accounts.ts'
import { LastName } from '../booking-data.ts'
import { endpoint } from '../endpoint.ts'
import { Id, IdInPath, Instant, LinkToken } from '../fields.ts'
import { type Cents, formatCents, Money } from '../money.ts'
import { Email, requiredLine } from '../text-fields.ts'

export const errors = {
  'already-joined': { status: 409, message: 'That person has already accepted the invitation.' },
  'still-works-here': { status: 409, message: 'Please remove that person from the portal first.' },
  'own-position': { status: 409, message: "You can't change your own role. Another owner can." },
  'refund-above-limit': { status: 403, message: 'Only an owner can make this refund.' },
} as const

/** Name and permissions of each position, as shown to an owner, and how it is put to whoever joins. */
export const POSITIONS: Readonly<Record<Position, { name: string; joins: string; may: string }>> = {
  OWNER: { name: 'Owner', joins: 'as an owner', may: 'Everything.' },
  OFFICE: {
    name: 'Office',
    joins: 'the office',
    may: "Bookings, messages, money, and refunds up to the limit below. Can't change settings or the merchant account, or make gift vouchers.",
  },
  GUIDE: {
    name: 'Guide',
    joins: 'as a guide',
    may: 'The day sheet and the calendar: names and phone numbers for the next 14 days, notes, and what each group owes that day.',
  },
}

/** A staff member, or an invited one. */
export const Person = z.object({
  id: Id,
  username: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  email: z.string(),
  position: Position,
  isActive: z.boolean(),
  hasTwoStepSignIn: z.boolean(),
  /** When the invitation expires or expired; null once accepted. */
  invitedUntil: z.nullable(Instant),
})
export type Person = z.infer<typeof Person>

/** Includes the link, which is returned only once because we store its hash. */
export const InvitedPerson = z.extend(Person, {
  link: z.string(),
  /** Whether it was emailed too; false without a mail server. */
  isEmailed: z.boolean(),
})
export type InvitedPerson = z.infer<typeof InvitedPerson>

export const listPeople = endpoint({
  method: 'GET',
  path: '/api/admin/people',
  access: 'owner',
  summary: 'Staff, open invitations and the refund limit of the office.',
  failed: 'Failed to load people',
  response: z.object({ people: z.array(Person), refundLimit: Money }),
})

export const invitePerson = endpoint({
  method: 'POST',
  path: '/api/admin/people',
  access: 'owner',
  asksAgain: 'staff',
  summary:
    'Invites someone to work here with a link that works once, within 7 days. It is emailed if there is a mail server, and returned.',
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
  asksAgain: 'staff',
  summary: 'Makes a new link for an invited person; earlier ones stop working. At most 3 an hour.',
  failed: 'Failed to send the invitation',
  ...ofPerson,
  response: InvitedPerson,
  errors: ['user-not-found', 'already-joined', 'too-many-requests'],
})

export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/api/admin/people/:id/invitation',
  access: 'owner',
  asksAgain: 'staff',
  summary: 'Withdraws an invitation: its link stops working, and the address can be used again.',
  failed: 'Failed to withdraw the invitation',
  ...ofPerson,
  response: null,
  errors: ['user-not-found', 'already-joined'],
})

export const forgetPerson = endpoint({
  method: 'DELETE',
  path: '/api/admin/people/:id',
  access: 'owner',
  asksAgain: 'staff',
  summary:
    'Permanently deletes the name, username and email of a removed person. Their actions stay, under a former staff member.',
  failed: 'Failed to delete the data',
  ...ofPerson,
  response: null,
  errors: ['user-not-found', 'still-works-here'],
})

export const setPosition = endpoint({
  method: 'PUT',
  path: '/api/admin/people/:id/position',
  access: 'owner',
  asksAgain: 'staff',
  summary: 'Changes a staff member to owner, office or guide, and signs them out everywhere.',
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
  asksAgain: 'staff',
  summary: 'Sets the most the office may refund on one booking; 0 leaves refunds to owners.',
  failed: 'Failed to save the limit',
  body: RefundLimit,
  response: RefundLimit,
})

/** Why the office can't make a refund. */
export const aboveRefundLimit = (limit: Cents) =>
  limit === 0
    ? 'Only an owner can make refunds.'
    : `The office can refund up to ${formatCents(limit)} per booking. An owner can refund more.`

export const openInvitation = endpoint({
  method: 'POST',
  path: '/api/auth/invitations/open',
  access: 'public',
  summary: 'The email and position an invitation link is for.',
  body: z.strictObject({ token: LinkToken }),
  response: z.object({ email: z.string(), position: Position }),
  errors: ['link-invalid', 'too-many-requests'],
})

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/auth/invitations/accept',
  access: 'public',
  summary: 'Accepts an invitation with the single-use token from its link, and signs in.',
  failed: 'Failed to accept the invitation',
  body: z.strictObject({
    token: LinkToken,
    firstName: requiredLine('First name'),
    lastName: LastName,
    password: NewPassword,
    device: DeviceName,
  }),
  response: Session,
  errors: ['link-invalid', 'password-refused', 'too-many-requests'],
})
