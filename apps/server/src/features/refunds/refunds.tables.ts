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
}

export interface RefundOrdersTable {
  id: Generated<number>
  booking_id: number
  admin_id: number
  kind: 'REFUND' | 'VOID' | 'PROVIDER_CANCELLED'
  asked_cents: number | null
  description: string | null
  idempotency_key: string | null
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
