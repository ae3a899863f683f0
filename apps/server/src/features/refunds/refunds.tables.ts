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
