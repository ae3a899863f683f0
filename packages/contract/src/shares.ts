import * as z from 'zod/mini'
import { addresses } from './addresses.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, Instant, LinkToken } from './fields.ts'
import { CardAmount, Money } from './money.ts'
import { Email, requiredLine } from './text-fields.ts'

// What a booking owes, split over its group (docs/rules.md §3.39).

export const errors = {
  'shares-changed': { status: 409, message: 'The shares have changed meanwhile. Please look at them again.' },
  'share-not-open': { status: 409, message: 'A share that is paid, or being paid, stays as it is.' },
  'shares-do-not-add-up': { status: 409, message: "The shares don't add up to what is owed." },
  'share-too-small': { status: 409, message: 'Each share is at least $50.00, or an equal part.' },
  'share-not-found': { status: 404, message: "We couldn't find that share." },
} as const

/** Four anglers and two riders. */
export const SHARES_AT_MOST = 6

export const ShareState = z.enum(['OPEN', 'PAYING', 'PAID'])
export type ShareState = z.infer<typeof ShareState>

/** What its payer sees of it. */
export const PaidShare = z.object({
  name: z.string(),
  state: ShareState,
  /** What is left to pay of it. */
  asks: Money,
  paid: Money,
})
export type PaidShare = z.infer<typeof PaidShare>

export const Share = z.extend(PaidShare, {
  id: Id,
  /** Of whoever booked. */
  isOwn: z.boolean(),
  email: z.nullable(z.string()),
  /** The link of this share, which needs no sign-in. */
  url: z.url(),
  emailedAt: z.nullable(Instant),
})
export type Share = z.infer<typeof Share>

/** The same link on the page that pays. */
export function payAddressOf({ url }: Pick<Share, 'url'>): string {
  const { pathname, hash } = new URL(url)
  return addresses.payBalance.href({ id: pathname.slice(pathname.lastIndexOf('/') + 1), token: hash.slice(1) })
}

export const Split = z.object({
  shares: z.array(Share),
  /** What no share asks for: the organizer's. */
  rest: Money,
})
export type Split = z.infer<typeof Split>

export const ShareAsked = z.strictObject({
  /** Of an unpaid share that stays. */
  id: z.optional(Id),
  name: requiredLine('Name', 50),
  /** Of whoever booked: it is paid on the trip's page, so it has no email. A share that stays remains whose it was. */
  isOwn: z.optional(z.boolean()),
  email: z.optional(z.nullable(Email)),
  /** Left out: an equal part of what the others leave. */
  amount: z.optional(z.nullable(CardAmount.check(z.gt(0, 'The amount must be more than zero.')))),
})
export type ShareAsked = z.infer<typeof ShareAsked>

/** What staff sees of it; a guide sees no address. */
export const StaffSplit = z.object({
  shares: z.array(
    z.extend(Share, {
      url: z.nullable(z.url()),
      /** What can still go back of it to cards and gift vouchers. */
      refundable: Money,
    }),
  ),
  rest: Money,
})
export type StaffSplit = z.infer<typeof StaffSplit>

export const SplitAsked = z.strictObject({
  /** The unpaid shares as they are to be, in their order; none ends the split. */
  shares: z.array(ShareAsked).check(z.maxLength(SHARES_AT_MOST, `At most ${SHARES_AT_MOST} people share a bill.`)),
  /** The unpaid shares that the page showed. */
  seen: z.array(Id).check(z.maxLength(SHARES_AT_MOST)),
  /** What is left to pay, as the page showed it. */
  owed: Money,
})
export type SplitAsked = z.infer<typeof SplitAsked>

const refusals = [
  'nothing-owed',
  'payment-in-progress',
  'owed-changed',
  'balance-not-by-card',
  'shares-changed',
  'share-not-open',
  'shares-do-not-add-up',
  'share-too-small',
] as const

export const splitBooking = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/shares',
  access: 'customer',
  summary:
    "Splits what one of the caller's own bookings owes into shares, in place of the unpaid ones there were. Each new email gets its share's link.",
  failed: 'Failed to split the bill',
  params: z.object({ id: IdInPath }),
  body: SplitAsked,
  response: Split,
  errors: ['booking-not-found', ...refusals],
})

// The token goes in the body because URLs are logged.

export const splitTrip = endpoint({
  method: 'POST',
  path: '/api/trips/shares',
  access: 'public',
  summary: "The same, by the booking's own link.",
  failed: 'Failed to split the bill',
  body: z.extend(SplitAsked, { token: LinkToken }),
  response: Split,
  errors: ['trip-link-invalid', 'too-many-requests', ...refusals],
})

export const emailShareOfBooking = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/shares/:shareId/email',
  access: 'customer',
  summary: "Emails an unpaid share's link again, three times a day.",
  failed: 'Failed to send the link',
  params: z.object({ id: IdInPath, shareId: IdInPath }),
  response: Split,
  errors: ['booking-not-found', 'share-not-found', 'too-many-requests'],
})

export const emailShareOfTrip = endpoint({
  method: 'POST',
  path: '/api/trips/shares/email',
  access: 'public',
  summary: "The same, by the booking's own link.",
  failed: 'Failed to send the link',
  body: z.strictObject({ token: LinkToken, shareId: Id }),
  response: Split,
  errors: ['trip-link-invalid', 'share-not-found', 'too-many-requests'],
})

export const listShares = endpoint({
  method: 'GET',
  path: '/api/admin/bookings/:id/shares',
  access: 'guide',
  summary: 'The shares of a booking, and who has paid.',
  failed: 'Failed to load the shares',
  params: z.object({ id: IdInPath }),
  response: StaffSplit,
  errors: ['booking-not-found'],
})

export const emailShares = endpoint({
  method: 'POST',
  path: '/api/admin/bookings/:id/shares/email',
  access: 'office',
  summary: 'Emails every unpaid share with an email its link again.',
  failed: 'Failed to send the links',
  params: z.object({ id: IdInPath }),
  response: StaffSplit,
  errors: ['booking-not-found', 'share-not-found', 'too-many-requests'],
})
