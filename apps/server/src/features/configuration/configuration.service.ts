import type { StrandedDay } from '@arcadia/contract/admin/configuration'
import type { DayRules } from '@arcadia/contract/availability'
import { BookingConfig, FALLBACK_CONFIG } from '@arcadia/contract/configuration'
import { type TripDate, venueDate } from '@arcadia/contract/trip-date'
import * as z from 'zod/mini'
import type { Clock } from '../../clock.ts'
import type { NewRow, Row } from '../../database/tables.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { recordSettings } from '../audit-log/record-change.ts'
import { firstSeason, strandedBy } from './configuration.rules.ts'
import {
  getConfigRow,
  insertConfigRow,
  listClaimedDays,
  lockConfigRow,
  updateConfigRow,
} from './configuration.store.ts'

/** The current configuration; pass a transaction to read in it. */
export async function getConfig(db: Db): Promise<BookingConfig> {
  return toConfig(await getConfigRow(db))
}

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
  }
}

/** On first run, stores the fallback values with the next season's dates. */
export async function seedConfig(db: Db, clock: Clock): Promise<void> {
  await inTransaction(db, clock, async (tx, now) => {
    const season = firstSeason(venueDate(now))
    const first = { ...FALLBACK_CONFIG, seasonStart: season.start, seasonEnd: season.end }
    // A whole configuration has a value for every column.
    await insertConfigRow(tx, { ...toColumns(first), updated_at: now } as NewRow<'booking_config'>)
  })
}

/**
 * Saves the given settings and records them in the audit log. Never touches bookings or holds; open calendars are notified,
 * and the waitlist sweep offers spots that opened up.
 */
export async function changeConfig(
  { db, clock }: { db: Db; clock: Clock },
  adminId: number,
  given: Partial<BookingConfig>,
): Promise<BookingConfig> {
  return inTransaction(db, clock, (tx, now) => applyChange(tx, now, adminId, () => given))
}

/** Adds or removes a date on which the guide is away, in the caller's transaction. */
export async function setAway(tx: Db, now: Date, adminId: number, date: TripDate, isAway: boolean): Promise<void> {
  await applyChange(tx, now, adminId, ({ blackoutDates }) => ({
    blackoutDates: [...blackoutDates.filter((other) => other !== date), ...(isAway ? [date] : [])],
  }))
}

async function applyChange(
  tx: Db,
  now: Date,
  adminId: number,
  choose: (current: BookingConfig) => Partial<BookingConfig>,
): Promise<BookingConfig> {
  await lockConfigRow(tx)
  const current = await getConfig(tx)
  const given = choose(current)
  const before = toWire(current)
  const change = {
    ...given,
    ...(given.closedDays && { closedDays: given.closedDays.toSorted() }),
    ...(given.blackoutDates && { blackoutDates: given.blackoutDates.toSorted() }),
  }
  await updateConfigRow(tx, { ...toColumns(change), updated_at: now })
  const config = await getConfig(tx)
  const after = toWire(config)
  await recordSettings(tx, adminId, Object.keys(after) as (keyof BookingConfig)[], before, after)
  return config
}

/** Days from today on that a change would strand. */
export async function findStrandedDays(
  { db, clock }: { db: Db; clock: Clock },
  next: DayRules,
): Promise<StrandedDay[]> {
  const now = clock.now()
  const config = await getConfig(db)
  const days = await listClaimedDays(db, venueDate(now), now)
  return days.flatMap(({ date, booked, held, groups, bookings }) => {
    const reason = strandedBy(config, next, date, { booked, held, groups })
    return reason ? [{ date, reason, bookings, heldSpots: held }] : []
  })
}

const toWire = (config: BookingConfig) => z.encode(BookingConfig, config)

function toColumns(change: Partial<BookingConfig>) {
  return {
    max_capacity: change.maxCapacity,
    sharing: change.sharing,
    hold_duration_minutes: change.holdDurationMinutes,
    deposit_per_guest_cents: change.depositPerGuest,
    standard_package_price_cents: change.standardPackagePrice,
    trophy_package_price_cents: change.trophyPackagePrice,
    season_start: change.seasonStart,
    season_end: change.seasonEnd,
    closed_days: change.closedDays,
    blackout_dates: change.blackoutDates,
  }
}
