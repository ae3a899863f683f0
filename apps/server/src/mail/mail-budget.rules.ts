import type { OptionalMail } from '@arcadia/contract/unsubscriptions'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../clock.ts'
import type { MailKind } from './mail-kinds.ts'

/** What each kind of email is to the budget of its recipient (docs/rules.md §8.5). */
type Class =
  /** A way in that was asked for; the asking has its own hourly limit. */
  | 'way-in'
  /** Proves or announces an address. */
  | 'address'
  /** What a person who just booked, or has to pay for a booking, waits for. */
  | 'booked'
  /** A change of a booking; the last one tells of all. */
  | 'change'
  | 'booking'
  /** Nobody waits for it, and whoever gets it may end its kind (docs/rules.md §8.21). */
  | 'optional'
  /** To the owner. */
  | 'notice'
  /** A change of a booking, to the owner. */
  | 'notice-of-change'
  /** Written by staff, paid for, or about the safety of an account. */
  | 'ours'
  | 'other'

const CLASS_OF = {
  'sign-in-link': 'way-in',
  'reset-password': 'way-in',
  invitation: 'way-in',
  'pay-link': 'way-in',
  'trip-link': 'way-in',
  'confirm-email': 'address',
  newcomer: 'address',
  'account-made': 'address',
  alarm: 'notice',
  'booking-confirmed': 'booked',
  'deposit-awaited': 'booked',
  'booking-corrected': 'change',
  'booking-rescheduled': 'change',
  'booking-cancelled': 'change',
  'trip-reminder': 'booking',
  'waiver-signed': 'booking',
  'waiver-reminder': 'booking',
  'balance-reminder': 'booking',
  'review-asked': 'optional',
  'payment-outcome': 'booking',
  'gift-voucher-redeemed': 'booking',
  'gift-used': 'booking',
  'refund-asked': 'booking',
  'booking-made-notice': 'notice',
  'angler-added-notice': 'notice',
  'booking-moved-notice': 'notice-of-change',
  'booking-cancelled-notice': 'notice-of-change',
  'deposit-missed-notice': 'notice',
  'balance-paid-notice': 'notice',
  'tip-paid-notice': 'notice',
  'query-asked': 'booking',
  'query-received': 'notice',
  'refund-requested': 'notice',
  'refund-withdrawn': 'notice',
  'enquiry-received': 'notice',
  'payment-receipt': 'booking',
  'tip-outcome': 'booking',
  'share-asked': 'booking',
  'payment-refundable': 'notice',
  'payment-needs-review': 'notice',
  'refund-refused': 'notice',
  'voucher-not-refunded': 'notice',
  'refund-needs-review': 'notice',
  'books-differ': 'notice',
  'charges-lost': 'notice',
  'connection-lost': 'notice',
  'connection-ends-soon': 'notice',
  'owner-digest': 'notice',
  'change-of-rule': 'notice',
  'site-restored': 'notice',
  reply: 'ours',
  message: 'ours',
  'manual-payment': 'ours',
  'manual-payment-taken-back': 'ours',
  'refund-made': 'ours',
  'tip-refunded': 'ours',
  'refund-declined': 'ours',
  'refund-delayed': 'ours',
  'gift-voucher-renewed': 'ours',
  'day-move-asked': 'ours',
  'day-move-withdrawn': 'ours',
  'gift-voucher': 'ours',
  'gift-voucher-bought': 'ours',
  'position-changed': 'ours',
  'password-changed': 'ours',
  'second-factor-on': 'ours',
  'test-email': 'ours',
  'passkey-added': 'ours',
  'passkey-removed': 'ours',
  'booking-email-changed': 'ours',
  'gift-voucher-not-paid': 'other',
  'waitlist-offer': 'optional',
  'enquiry-acknowledged': 'other',
  'email-change-asked': 'other',
  'account-closed': 'other',
} as const satisfies Record<Exclude<MailKind, OptionalMail>, Class> & Record<OptionalMail, 'optional'>

/** A kind that a newer version wrote counts as any other. */
const classOf = (kind: MailKind): Class => (CLASS_OF as Partial<Record<MailKind, Class>>)[kind] ?? 'other'

export const isOptional = (kind: MailKind): kind is OptionalMail => classOf(kind) === 'optional'

const URGENCIES: Partial<Record<Class, 0 | 1>> = { 'way-in': 0, address: 1, booked: 1 }

/** What goes first: 0 for a way in, 1 for what a person waits for, 2 for the rest. */
export const urgencyOf = (kind: MailKind): 0 | 1 | 2 => URGENCIES[classOf(kind)] ?? 2

/** How long a booking is left alone before an email tells of its changes. */
const QUIET_MS = MINUTE_MS

type Change = { kind: MailKind; params: object }

type Correction = Change & { params: { says: string[] } }
const isCorrection = (change: Change): change is Correction => 'says' in change.params

/** The kinds of which one email tells the last state of a booking; undefined for any other kind. */
export function joinedKinds(kind: MailKind): MailKind[] | undefined {
  const of = classOf(kind)
  if (of !== 'change' && of !== 'notice-of-change') return undefined
  return (Object.keys(CLASS_OF) as MailKind[]).filter((other) => CLASS_OF[other] === of)
}

/** The earliest time for an email that would otherwise go out at `at`. */
export function afterQuietMinute(kind: MailKind, now: Date, at: Date): Date {
  return new Date(Math.max(at.getTime(), joinedKinds(kind) ? now.getTime() + QUIET_MS : 0))
}

/** One email for two changes: the later one, but a move is told from the date that the customer last read, and corrections together. */
export function joinChanges(earlier: Change, later: Change): Change {
  if (isCorrection(earlier) && isCorrection(later))
    return { ...later, params: { ...later.params, says: [...earlier.params.says, ...later.params.says] } }
  const isMove = ({ params }: Change) => 'oldDate' in params
  if (!isMove(earlier)) return later
  if (isMove(later)) return { ...later, params: { ...later.params, ...earlier.params } }
  return later.kind === 'booking-corrected' ? earlier : later
}

/** An email that was sent to the address in the last day, or is being sent. */
export interface Sent {
  kind: MailKind
  bookingId: number | null
  at: Date
}

export interface Asked {
  kind: MailKind
  bookingId: number | null
  /** Staff wrote it, changed the booking, or sent it again. */
  byStaff: boolean
  /** The address of someone who works here. */
  isStaff: boolean
  /** Someone opened a link sent to the address; for an email about a booking, the one whose booking it is. */
  isConfirmed: boolean
  /** Money was paid for its booking. */
  isPaid: boolean
  /** No confirmation of its booking has been sent. */
  isFirst: boolean
  sent: readonly Sent[]
}

export type Verdict = 'send' | { laterAt: Date } | { dropped: string }

interface Budget {
  anHour: number
  aDay: number
  reason: string
}

const ADDRESSES: Budget = {
  anHour: 3,
  aDay: 10,
  reason: 'Not sent: this address was asked to confirm itself too often. A person can still ask for a sign-in link.',
}
const UNCONFIRMED: Budget = {
  anHour: 5,
  aDay: 10,
  reason: 'Not sent: too many emails to an address that nobody has confirmed.',
}
const CONFIRMED: Budget = { anHour: 20, aDay: 60, reason: 'Not sent: too many emails to this address.' }
/** Of one paid booking to an unconfirmed address; after three in an hour, one an hour. */
const PAID_IN_A_ROW = 3
const PAID_A_DAY = 10

/** Whether an email goes out now, later or not at all, by what its recipient got in the last day (docs/rules.md §8.5). */
export function judge(mail: Asked, now: Date): Verdict {
  const of = classOf(mail.kind)
  if (mail.byStaff || mail.isStaff || of === 'way-in' || of === 'notice' || of === 'notice-of-change' || of === 'ours')
    return 'send'
  if (of === 'address')
    return spend(
      ADDRESSES,
      mail.sent.filter(({ kind }) => classOf(kind) === 'address'),
      now,
    )
  if (mail.kind === 'booking-confirmed' && mail.isFirst) return 'send'
  if (mail.isPaid) return mail.isConfirmed ? 'send' : space(mail, now)
  return spend(mail.isConfirmed ? CONFIRMED : UNCONFIRMED, mail.sent, now)
}

function spend({ anHour, aDay, reason }: Budget, sent: readonly Sent[], now: Date): Verdict {
  const ofHour = sent.filter(({ at }) => at.getTime() > now.getTime() - HOUR_MS)
  return ofHour.length < anHour && sent.length < aDay ? 'send' : { dropped: reason }
}

/** Emails about a paid booking are never dropped. */
function space({ bookingId, sent }: Asked, now: Date): Verdict {
  const times = sent
    .filter((mail) => mail.bookingId === bookingId)
    .map(({ at }) => at.getTime())
    .sort((a, b) => b - a)
  const isRow = times.some((at, nth) => at - (times[nth + PAID_IN_A_ROW - 1] ?? Number.NEGATIVE_INFINITY) < HOUR_MS)
  const laterAt = Math.max(
    isRow ? times[0]! + HOUR_MS : 0,
    (times[PAID_A_DAY - 1] ?? Number.NEGATIVE_INFINITY) + DAY_MS,
  )
  return laterAt > now.getTime() ? { laterAt: new Date(laterAt) } : 'send'
}
