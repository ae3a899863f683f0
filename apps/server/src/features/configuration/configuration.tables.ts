import type { Generated } from 'kysely'

export interface BookingConfigTable {
  only_row: Generated<boolean>
  max_capacity: number
  hold_duration_minutes: number
  deposit_per_guest_cents: number
  standard_package_price_cents: number
  trophy_package_price_cents: number
  season_start: string
  season_end: string
  closed_days: number[]
  blackout_dates: Generated<string[]>
  updated_at: Date
}
