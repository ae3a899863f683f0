import type { ManualMethod } from '@arcadia/contract/manual-payments'
import type { Generated } from 'kysely'

export interface ManualPaymentsTable {
  id: Generated<number>
  booking_id: number
  admin_id: number
  method: ManualMethod
  /** Negative in the entry that takes an earlier one back. */
  amount_cents: number
  reverses: number | null
  note: string | null
  idempotency_key: string | null
  created_at: Date
}
