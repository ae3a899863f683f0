import type { Generated, Selectable } from 'kysely'

export interface HoldsTable {
  id: string
  user_id: number
  trip_date: string
  number_of_guests: number
  deposit_per_guest_cents: number
  standard_package_price_cents: number
  trophy_package_price_cents: number
  duration_minutes: number
  network: string | null
  waitlist_entry_id: Generated<number | null>
  created_at: Date
  expires_at: Date
  released_at: Generated<Date | null>
  is_lapsed: Generated<boolean>
  consumed_at: Generated<Date | null>
  booking_id: Generated<number | null>
}

export type HoldRow = Selectable<HoldsTable>
