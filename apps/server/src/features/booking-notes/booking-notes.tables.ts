import type { Generated } from 'kysely'

export interface BookingNotesTable {
  id: Generated<number>
  booking_id: number
  admin_id: number
  text: string
  created_at: Date
}
