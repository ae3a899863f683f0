import {
  assessDay,
  type DayAvailability,
  type DayClaims,
  forStaff,
  refuseParty,
  withoutOpening,
} from '@arcadia/contract/availability'
import type { Booking } from '@arcadia/contract/bookings'
import type { BookingConfig } from '@arcadia/contract/configuration'
import { notPrivate } from '@arcadia/contract/private-mornings'
import { datesBetween, daysBetween, formatDayInWords, type TripDate, venueDate } from '@arcadia/contract/trip-date'
import type { Clock } from '../../clock.ts'
import { isNotShared, isOversold } from '../../database/database-errors.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { getConfig } from '../configuration/configuration.service.ts'
import { claimsBetween, isOwnersTest } from './availability.store.ts'

export { groupsOfDay } from './availability.store.ts'

export interface OwnHold {
  selectedDate: TripDate
  numberOfGuests: number
}

export type Availability = ReturnType<typeof createAvailability>

export function createAvailability(deps: { db: Db; clock: Clock }) {
  const { db, clock } = deps

  async function range(start: TripDate, end: TripDate): Promise<Record<TripDate, DayAvailability>> {
    const now = clock.now()
    const today = venueDate(now)
    const [config, claims] = await Promise.all([getConfig(db), claimsBetween(db, start, end, now)])
    return Object.fromEntries(
      datesBetween(start, end).map((date) => [date, assessDay(date, today, config, claims(date))]),
    )
  }

  return {
    /** Has a key for every date from `start` to `end`, inclusive. */
    range,
    async day(date: TripDate): Promise<DayAvailability> {
      return (await range(date, date))[date]!
    },

    /** Spots that staff can still give to a new group today, and why none (docs/rules.md §19.9). */
    async leftToday(): Promise<{ spotsLeft: number; whyNot: string | null }> {
      const now = clock.now()
      const today = venueDate(now)
      const [config, claims] = await Promise.all([getConfig(db), claimsBetween(db, today, today, now)])
      const { availableSpots } = assessDay(today, today, config, claims(today))
      const refusal = refusalOf(today, now, config, claims(today), 1, { byStaff: true })
      return { spotsLeft: availableSpots, whyNot: refusal?.message ?? null }
    },

    /** Dates from today to the end of the season with no spot left. */
    async bookedDates(): Promise<TripDate[]> {
      const { seasonEnd } = await getConfig(db)
      const days = await range(venueDate(clock.now()), seasonEnd)
      return Object.keys(days).filter((date) => days[date]!.isAtCapacity)
    },

    /** Whether a group can take a date, with a sentence saying so or why not; `ownHold`'s spots count as free. */
    async check(
      date: TripDate,
      numberOfGuests: number,
      customer: number,
      ownHold: OwnHold | undefined,
    ): Promise<{ available: boolean; message: string }> {
      const now = clock.now()
      const [config, claims, beforeOpening] = await Promise.all([
        getConfig(db),
        claimsBetween(db, date, date, now, customer),
        isOwnersTest(db, customer),
      ])
      const own = ownHold?.selectedDate === date ? ownHold.numberOfGuests : 0
      const refusal = refusalOf(date, now, config, claims(date), numberOfGuests, { ownSpots: own, beforeOpening })
      return refusal
        ? { available: false, message: refusal.message }
        : { available: true, message: `${formatDayInWords(date)} is available.` }
    },
  }
}

/** A day's claims as seen by a customer, read in the caller's transaction. */
export async function claimsOfDay(tx: Db, now: Date, date: TripDate, customer: number): Promise<DayClaims> {
  return (await claimsBetween(tx, date, date, now, customer))(date)
}

/** For `catch`: the guard under the tables has the last word. @throws AppError `not-enough-spots`, or any other error as it is */
export function refuseByGuard(error: unknown): never {
  if (isOversold(error)) throw new AppError('not-enough-spots', { cause: error })
  if (!isNotShared(error)) throw error
  throw new AppError('not-enough-spots', { message: 'That day is already booked by another group.', cause: error })
}

/** The spots of all bookable dates that no booking has, held or not (docs/rules.md §2.9). */
export function countOpenSpots(now: Date, config: BookingConfig, booked: Readonly<Record<TripDate, number>>): number {
  const today = venueDate(now)
  return datesBetween(config.seasonStart, config.seasonEnd)
    .map((date) => withoutOpening(assessDay(date, today, config, { booked: booked[date] ?? 0, held: 0 })))
    .reduce((sum, { bookable, availableSpots }) => sum + (bookable ? availableSpots : 0), 0)
}

/** The open mornings nearest to a date that have room for a group that has booked; none if the season has none. */
export async function nearestMornings(
  { tx, now }: { tx: Db; now: Date },
  date: TripDate,
  { numberOfGuests, isPrivate }: { numberOfGuests: number; isPrivate: boolean },
  count = 3,
): Promise<TripDate[]> {
  const config = await getConfig(tx)
  const [first, last] = [venueDate(now), config.seasonEnd]
  const claims = await claimsBetween(tx, first, last, now)
  const distance = (other: TripDate) => Math.abs(daysBetween(date, other))
  const by = { beforeOpening: true, isPrivate }
  return datesBetween(first, last)
    .filter((day) => day !== date && !refusalOf(day, now, config, claims(day), numberOfGuests, by))
    .sort((one, other) => distance(one) - distance(other))
    .slice(0, count)
    .sort()
}

/** Why a group that has booked can't move to a date; undefined if it can. Call with the day locked. */
export async function refuseDate(
  tx: Db,
  now: Date,
  date: TripDate,
  { numberOfGuests, userId, privateMorning }: Pick<Booking, 'numberOfGuests' | 'privateMorning'> & { userId: number },
): Promise<AppError | undefined> {
  const [config, claims] = [await getConfig(tx), await claimsOfDay(tx, now, date, userId)]
  const isPrivate = privateMorning !== null
  return refusalOf(date, now, config, claims, numberOfGuests, { beforeOpening: true, isPrivate })
}

/** Why a group books nothing beside its own private morning (docs/rules.md §2.37). */
const beside = {
  guest: (day: string) =>
    `You have the whole boat on ${day}. Anyone who joins takes one of its empty spots, so add them on the page of your trip instead of booking again.`,
  staff: (day: string) =>
    `This guest has the whole boat on ${day}. Add anglers to that booking: each takes one of its empty spots.`,
}

/** Why a day can't be one group's alone; undefined if it can (docs/rules.md §2.22). */
function refusePrivate(date: TripDate, { booked, held, own = 0 }: DayClaims): AppError | undefined {
  if (booked + held <= own) return undefined
  return new AppError('not-private', { message: notPrivate(date) })
}

/**
 * Why a group can't take a date, for claims already read. An owner's test and what is booked need not wait for the opening.
 */
export function refusalOf(
  date: TripDate,
  now: Date,
  config: BookingConfig,
  claims: DayClaims,
  numberOfGuests: number,
  {
    ownSpots = 0,
    byStaff = false,
    beforeOpening = false,
    isPrivate = false,
    joins = false,
  }: {
    ownSpots?: number
    byStaff?: boolean
    beforeOpening?: boolean
    isPrivate?: boolean
    /** They join a booking of that day. */
    joins?: boolean
  } = {},
): AppError | undefined {
  const today = venueDate(now)
  const { booked, held, heldUntil, own = 0, privately } = claims
  const [others, ownElse] = [Math.max(0, held - ownSpots), Math.max(0, own - ownSpots)]
  const assessed = assessDay(date, today, config, { booked, held: others, heldUntil, own: ownElse, privately })
  const open = beforeOpening ? withoutOpening(assessed) : assessed
  const day = byStaff ? forStaff(date, today, config, assessed) : open
  const message = refuseParty(date, today, config, day, numberOfGuests)
  if (!message && privately === 'BOOKED' && !joins)
    return new AppError('date-not-bookable', {
      message: (byStaff ? beside.staff : beside.guest)(formatDayInWords(date)),
    })
  if (!message) return isPrivate ? refusePrivate(date, claims) : undefined
  const isAboutSpots = !day.reason || ['FULL', 'HELD', 'OTHER_GROUP'].includes(day.reason)
  return new AppError(isAboutSpots ? 'not-enough-spots' : 'date-not-bookable', { message })
}
