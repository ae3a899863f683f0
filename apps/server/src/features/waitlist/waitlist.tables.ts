import type { Generated } from 'kysely'

export interface WaitlistEntriesTable {
  id: Generated<number>
  user_id: number
  trip_date: string
  number_of_guests: number
  created_at: Date
  ended_at: Generated<Date | null>
}
