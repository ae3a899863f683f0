import { type BookingConfig, FALLBACK_CONFIG } from '@arcadia/contract/configuration'
import { venueDate } from '@arcadia/contract/trip-date'
import type { Clock } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { firstSeason } from './configuration.rules.ts'
import { getConfigRow, insertConfigRow } from './configuration.store.ts'

/** The configuration as it is now, or as it is in a transaction. */
export async function getConfig(db: Db): Promise<BookingConfig> {
  const row = await getConfigRow(db)
  return {
    maxCapacity: row.max_capacity,
    depositPerGuest: row.deposit_per_guest_cents,
    standardPackagePrice: row.standard_package_price_cents,
    trophyPackagePrice: row.trophy_package_price_cents,
    seasonStart: row.season_start,
    seasonEnd: row.season_end,
    closedDays: row.closed_days,
    holdDurationMinutes: row.hold_duration_minutes,
    blackoutDates: row.blackout_dates,
  }
}

/** On the first run, the specification's values, with its season where it falls next. */
export async function seedConfig(db: Db, clock: Clock): Promise<void> {
  await inTransaction(db, clock, async (tx, now) => {
    const season = firstSeason(venueDate(now))
    await insertConfigRow(tx, {
      max_capacity: FALLBACK_CONFIG.maxCapacity,
      hold_duration_minutes: FALLBACK_CONFIG.holdDurationMinutes,
      deposit_per_guest_cents: FALLBACK_CONFIG.depositPerGuest,
      standard_package_price_cents: FALLBACK_CONFIG.standardPackagePrice,
      trophy_package_price_cents: FALLBACK_CONFIG.trophyPackagePrice,
      season_start: season.start,
      season_end: season.end,
      closed_days: FALLBACK_CONFIG.closedDays,
      updated_at: now,
    })
  })
}
