import type { BookingQueryStatus } from '@arcadia/contract/booking-queries'
import type { Generated } from 'kysely'

export interface BookingQueriesTable {
  id: Generated<number>
  booking_id: number
  user_id: number
  query_message: string
  status: Generated<BookingQueryStatus>
  admin_response: Generated<string | null>
  admin_notes: Generated<string | null>
  created_at: Date
  responded_at: Generated<Date | null>
  updated_at: Date
}
