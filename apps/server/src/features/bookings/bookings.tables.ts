import type { BookingStatus } from '@arcadia/contract/bookings'
import type { PackageType } from '@arcadia/contract/configuration'
import type { Generated } from 'kysely'

export interface BookingsTable {
  id: Generated<number>
  confirmation_number: string
  user_id: number
  trip_date: string
  number_of_guests: number
  package_type: PackageType
  first_name: string
  last_name: string
  email: string
  phone: string
  total_cents: number
  deposit_cents: number
  status: BookingStatus
  status_reason: Generated<string | null>
  terms_version: string | null
  terms_accepted_at: Date | null
  created_at: Date
  updated_at: Date
  blanked_at: Generated<Date | null>
  reminded_for: Generated<string | null>
  completed_at: Generated<Date | null>
  entered_by: Generated<number | null>
  entry_key: Generated<string | null>
}

export interface BookingEventsTable {
  id: Generated<number>
  booking_id: number
  happened_at: Date
  kind: string
  description: string
}
