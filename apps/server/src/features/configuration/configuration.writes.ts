import { BookingConfig } from '@arcadia/contract/configuration'
import { type TripDate, venueDate } from '@arcadia/contract/trip-date'
import * as z from 'zod/mini'
import type { Db } from '../../database/transaction.ts'
import { recordSettings } from '../audit-log/audit-log.writes.ts'
import { getConfigRow, lockConfigRow, updateConfig, updateOpeningDay } from './configuration.store.ts'
import { toConfig } from './to-config.ts'

/** Adds or removes a date on which the guide is away, in the caller's transaction. */
export async function setAway(tx: Db, now: Date, adminId: number, date: TripDate, isAway: boolean): Promise<void> {
  await changeConfig(tx, now, adminId, ({ blackoutDates }) => ({
    blackoutDates: [...blackoutDates.filter((other) => other !== date), ...(isAway ? [date] : [])],
  }))
}

/**
 * Opens today, on a later day, or on none yet (null). What is open stays open.
 * @returns the day before, and undefined if nothing changed
 */
export async function setOpeningDay(
  tx: Db,
  now: Date,
  opensOn: TripDate | null,
): Promise<{ before: TripDate | null } | undefined> {
  await lockConfigRow(tx)
  const { opens_on: before } = await getConfigRow(tx)
  if (before === opensOn || (before !== null && before <= venueDate(now))) return undefined
  await updateOpeningDay(tx, now, opensOn)
  return { before }
}

/** Changes the settings and records that in the audit log. Never touches bookings or holds. */
export async function changeConfig(
  tx: Db,
  now: Date,
  adminId: number,
  choose: (current: BookingConfig) => Partial<BookingConfig> | Promise<Partial<BookingConfig>>,
): Promise<BookingConfig> {
  await lockConfigRow(tx)
  const current = toConfig(await getConfigRow(tx))
  const given = await choose(current)
  const before = toWire(current)
  const change = {
    ...given,
    ...(given.closedDays && { closedDays: given.closedDays.toSorted() }),
    ...(given.blackoutDates && { blackoutDates: given.blackoutDates.toSorted() }),
  }
  await updateConfig(tx, now, change)
  const config = toConfig(await getConfigRow(tx))
  const after = toWire(config)
  await recordSettings(tx, adminId, Object.keys(after) as (keyof BookingConfig)[], before, after)
  return config
}

export const toWire = (config: BookingConfig) => z.encode(BookingConfig, config)
