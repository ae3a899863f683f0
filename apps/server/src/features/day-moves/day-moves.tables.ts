import type { DayMoveReason } from '@arcadia/contract/day-moves'
import type { Generated } from 'kysely'

export interface DayMovesTable {
  id: Generated<number>
  trip_date: string
  reason: DayMoveReason
  words: string | null
  admin_id: number
  created_at: Date
  closed_at: Generated<Date | null>
}

export interface DayMovePartiesTable {
  move_id: number
  booking_id: number
  asked_at: Date
  refund_order_id: Generated<number | null>
}
