import type { TripOutcome } from '@arcadia/contract/bookings'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/transaction.ts'
import { isOptional } from './mail-budget.rules.ts'
import type { MailKind } from './mail-kinds.ts'
import { isAskedFor, isSubscribed, isUnsubscribed } from './unsubscriptions.ts'

/** What became of the trip that an email is about; `MOVED` is for emails about one date of it (`tripDate` in their params). */
type State = 'PENDING' | TripOutcome | 'CANCELED' | 'MOVED'

const STANDS = ['PENDING', 'ON', 'NO_SHOW', 'TOOK_PLACE'] as const

/**
 * In which states what an email says still holds; in any other it is not sent (docs/rules.md §8.12). `always` is for what is true
 * whatever became of the trip, and for emails about none.
 */
const HOLDS_WHILE = {
  'account-closed': 'always',
  'account-made': 'always',
  alarm: 'always',
  'angler-added-notice': [...STANDS, 'CALLED_OFF'],
  'balance-paid-notice': 'always',
  'balance-reminder': ['ON'],
  'booking-cancelled': ['CANCELED'],
  'booking-cancelled-notice': ['CANCELED'],
  'booking-confirmed': ['ON'],
  'booking-corrected': STANDS,
  'booking-email-changed': 'always',
  'booking-made-notice': [...STANDS, 'CALLED_OFF'],
  'booking-moved-notice': ['PENDING', 'ON', 'CALLED_OFF'],
  'booking-rescheduled': ['PENDING', 'ON'],
  'books-differ': 'always',
  'change-of-rule': 'always',
  'charges-lost': 'always',
  'confirm-email': 'always',
  'connection-ends-soon': 'always',
  'connection-lost': 'always',
  'day-move-asked': ['CALLED_OFF'],
  'day-move-withdrawn': ['PENDING', 'ON'],
  'deposit-awaited': ['PENDING'],
  'deposit-missed-notice': ['CANCELED'],
  'email-change-asked': 'always',
  'enquiry-acknowledged': 'always',
  'enquiry-received': 'always',
  'gift-used': STANDS,
  'gift-voucher': 'always',
  'gift-voucher-bought': 'always',
  'gift-voucher-not-paid': 'always',
  'gift-voucher-redeemed': 'always',
  'gift-voucher-renewed': 'always',
  invitation: 'always',
  'manual-payment': 'always',
  'manual-payment-taken-back': 'always',
  message: 'always',
  newcomer: 'always',
  'owner-digest': 'always',
  'passkey-added': 'always',
  'passkey-removed': 'always',
  'password-changed': 'always',
  'pay-link': STANDS,
  'payment-needs-review': 'always',
  'payment-outcome': 'always',
  'payment-receipt': 'always',
  'payment-refundable': 'always',
  'position-changed': 'always',
  'query-asked': 'always',
  'query-received': 'always',
  'refund-asked': 'always',
  'refund-declined': 'always',
  'refund-delayed': 'always',
  'refund-made': 'always',
  'refund-needs-review': 'always',
  'refund-refused': 'always',
  'refund-requested': 'always',
  'refund-withdrawn': 'always',
  reply: 'always',
  'reset-password': 'always',
  'review-asked': ['TOOK_PLACE'],
  'second-factor-on': 'always',
  'sign-in-link': 'always',
  'share-asked': STANDS,
  'site-restored': 'always',
  'test-email': 'always',
  'tip-outcome': 'always',
  'tip-paid-notice': 'always',
  'tip-refunded': 'always',
  'trip-link': 'always',
  'trip-reminder': ['ON'],
  'voucher-not-refunded': 'always',
  'waitlist-offer': 'always',
  'waiver-signed': 'always',
  'waiver-reminder': ['ON'],
} as const satisfies Record<MailKind, 'always' | readonly State[]>

const REASONS = {
  PENDING: 'Not sent: the booking is not confirmed.',
  ON: 'Not sent: the trip is on.',
  CALLED_OFF: 'Not sent: the trip was called off.',
  NO_SHOW: "Not sent: the guest didn't come.",
  TOOK_PLACE: 'Not sent: the trip is over.',
  CANCELED: 'Not sent: the trip was canceled.',
  MOVED: 'Not sent: the trip moved to another date.',
} satisfies Record<State, string>

/** SQL: the state of booking `b` for an email with these params. */
const stateFor = (params: RawBuilder<unknown>) => sql<State>`case when b.status = 'CANCELLED' then 'CANCELED'
  when (${params} ->> 'tripDate')::date <> b.trip_date then 'MOVED'
  when b.status = 'PENDING' and outcome_of(b) = 'ON' then 'PENDING' else outcome_of(b) end`

const isTold = (kind: MailKind, state: State) => {
  // A newer version may have written a kind that is unknown here.
  const told: 'always' | readonly State[] = HOLDS_WHILE[kind] ?? 'always'
  return told === 'always' || told.includes(state)
}

const UNTOLD = (Object.keys(HOLDS_WHILE) as MailKind[]).flatMap((kind) =>
  (Object.keys(REASONS) as State[]).filter((state) => !isTold(kind, state)).map((state) => `${kind} ${state}`),
)

/** SQL on email `m`: it is not sent, because of what became of its trip, or because whoever gets it ended its kind. */
export const isNotToSend = sql<boolean>`(exists (select from bookings b
  where b.id = m.booking_id and m.kind || ' ' || ${stateFor(sql`m.params`)} = any(${UNTOLD}::text[])) or ${isUnsubscribed})`

const UNSUBSCRIBED = 'Not sent: whoever gets it unsubscribed from these emails.'

interface Unsent {
  kind: MailKind
  to_email: string
  params: object
}

/** Why an email is not sent; undefined while it is. */
export async function whyNotToSend(db: Db, { kind, to_email, params }: Unsent): Promise<string | undefined> {
  if (isOptional(kind) && !isAskedFor(params) && !(await isSubscribed(db, to_email, kind))) return UNSUBSCRIBED
  const { bookingId } = params as { bookingId?: number | null }
  if (typeof bookingId !== 'number') return undefined
  const { rows } = await sql<{ state: State }>`
    select ${stateFor(sql`${JSON.stringify(params)}::jsonb`)} as state from bookings b where b.id = ${bookingId}`.execute(
    db,
  )
  const [found] = rows
  return found && !isTold(kind, found.state) ? REASONS[found.state] : undefined
}
