import type { BookingData } from '@arcadia/contract/bookings'
import type { Generated, JSONColumnType } from 'kysely'

export type AttemptOutcome = 'CAPTURED' | 'DECLINED' | 'NOT_CHARGED' | 'VOIDED'

export interface PaymentAttemptsTable {
  id: Generated<number>
  user_id: number
  hold_id: string | null
  booking_id: Generated<number | null>
  request_id: string
  environment: string
  realm_id: string
  amount_cents: number
  booking_data: JSONColumnType<BookingData>
  card_token_encrypted: Buffer | null
  card_token_digest: Generated<Buffer | null>
  void_request_id: Generated<string>
  network: string | null
  idempotency_key: Generated<string | null>
  has_bot_token: Generated<boolean>
  started_at: Date
  leased_until: Date
  next_try_at: Date
  tries: Generated<number>
  last_problem: Generated<string | null>
  needs_review_at: Generated<Date | null>
  outcome: Generated<AttemptOutcome | null>
  outcome_at: Generated<Date | null>
  outcome_code: Generated<string | null>
  outcome_message: Generated<string | null>
  charge_id: Generated<string | null>
  card_brand: Generated<string | null>
  last4: Generated<string | null>
}

export type FailureResolution =
  | 'REFUNDED'
  | 'CONFIRMED'
  | 'NOT_CHARGED'
  | 'PROVIDER_CANCELLED'
  | 'NOT_REFUNDED'
  | 'DISMISSED'

export interface PaymentFailuresTable {
  id: Generated<number>
  attempt_id: number
  kind: 'REFUNDABLE' | 'NEEDS_REVIEW'
  reason: string
  created_at: Date
  resolved_at: Generated<Date | null>
  resolution: Generated<FailureResolution | null>
  /** Set where it is about one refund of the charge. */
  refund_id: Generated<number | null>
}

export interface BookComparisonsTable {
  environment: string
  next_at: Date
  leased_until: Date
  compared_at: Generated<Date | null>
  charges_read: Generated<number | null>
  charges_unread: Generated<number | null>
}
