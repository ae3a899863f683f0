import type { Generated } from 'kysely'

export interface RefundRequestsTable {
  id: Generated<number>
  booking_id: number
  user_id: number
  amount_cents: number | null
  description: string | null
  created_at: Date
  decided_at: Generated<Date | null>
  decision: Generated<'APPROVED' | 'DECLINED' | null>
  answer: Generated<string | null>
  /** It was approved and the provider refused the refund: it is to be decided again. */
  refused_at: Generated<Date | null>
}

/** Made at the provider by somebody else's hand, and written down afterwards. */
export type OutsideKind = 'PROVIDER_CANCELLED' | 'MADE_OUTSIDE'

export interface RefundOrdersTable {
  id: Generated<number>
  booking_id: number
  admin_id: number
  kind: 'REFUND' | 'VOID' | OutsideKind
  asked_cents: number | null
  description: string | null
  idempotency_key: string | null
  /** The customer's request that it answers. */
  request_id: Generated<number | null>
  /** The item of the failures list that it is to settle. */
  failure_id: Generated<number | null>
  /** Somebody was told that its outcome is not known yet. */
  told_open_at: Generated<Date | null>
  created_at: Date
  outcome: Generated<'DONE' | 'PARTIAL' | 'FAILED' | null>
  finished_at: Generated<Date | null>
}

export interface RefundsTable {
  id: Generated<number>
  order_id: number
  attempt_id: number
  request_id: Generated<string>
  amount_cents: number
  leased_until: Date
  next_try_at: Date
  tries: Generated<number>
  last_problem: Generated<string | null>
  outcome: Generated<'REFUNDED' | 'REFUSED' | null>
  outcome_at: Generated<Date | null>
  provider_refund_id: Generated<string | null>
}
