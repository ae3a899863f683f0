import type { BookingConfig } from '@arcadia/contract/configuration'
import type { Row } from '../../database/tables.ts'

/** For queries that read the row along with other data. */
export function toConfig(row: Omit<Row<'booking_config'>, 'updated_at'>): BookingConfig {
  return {
    maxCapacity: row.max_capacity,
    sharing: row.sharing,
    depositPerGuest: row.deposit_per_guest_cents,
    standardPackagePrice: row.standard_package_price_cents,
    trophyPackagePrice: row.trophy_package_price_cents,
    seasonStart: row.season_start,
    seasonEnd: row.season_end,
    closedDays: row.closed_days,
    holdDurationMinutes: row.hold_duration_minutes,
    blackoutDates: row.blackout_dates,
    privateSpotPrice: row.private_spot_price_cents,
    ...(row.cards_are_real && { opensOn: row.opens_on }),
  }
}
