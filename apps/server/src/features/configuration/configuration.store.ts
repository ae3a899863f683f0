import { type BookingConfig, FALLBACK_CONFIG } from '@arcadia/contract/configuration'
import { type TripDate, venueDate } from '@arcadia/contract/trip-date'
import type { Clock } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'

/** The configuration as it is now. */
export async function getConfig(db: Db): Promise<BookingConfig> {
  const row = await db.selectFrom('booking_config').selectAll().executeTakeFirstOrThrow()
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

/**
 * On the first run, the specification's values; its season becomes the first such season that has not ended yet: the same
 * months and days, in this year or the next (decisions §3).
 */
export async function seedConfig(db: Db, clock: Clock): Promise<void> {
  await inTransaction(db, clock, async (tx, now) => {
    const season = firstSeason(venueDate(now))
    await tx
      .insertInto('booking_config')
      .values({
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
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

/** The specified season as it falls in the first year in which it has not ended on `today`. */
export function firstSeason(today: TripDate): { start: TripDate; end: TripDate } {
  const monthAndDay = (date: TripDate) => date.slice(4)
  const thisYear = Number(today.slice(0, 4))
  const year = today <= `${thisYear}${monthAndDay(FALLBACK_CONFIG.seasonEnd)}` ? thisYear : thisYear + 1
  return {
    start: `${year}${monthAndDay(FALLBACK_CONFIG.seasonStart)}`,
    end: `${year}${monthAndDay(FALLBACK_CONFIG.seasonEnd)}`,
  }
}
