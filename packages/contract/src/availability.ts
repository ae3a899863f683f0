import * as z from 'zod/mini'
import type { BookingConfig, Sharing } from './configuration.ts'
import { MAX_PARTY } from './configuration.ts'
import { endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'
import { anglers } from './riders.ts'
import { capitalized, numberWord } from './site/number-words.ts'
import {
  addDays,
  daysBetween,
  formatDayInWords,
  formatLongDate,
  formatShortDate,
  formatVenueTime,
  formatWeekdays,
  TripDate,
  weekdayOf,
} from './trip-date.ts'

export const NotBookableReason = z.enum([
  'OUTSIDE_SEASON',
  'CLOSED_WEEKDAY',
  'BLACKOUT',
  'TOO_SOON',
  'FULL',
  'HELD',
  'OTHER_GROUP',
  'OPENS_LATER',
])
export type NotBookableReason = z.infer<typeof NotBookableReason>

/** The first four fields are about capacity only; the others say whether the date can be booked, and why not. */
export const DayAvailability = z.object({
  existingBookings: z.int(),
  existingGroups: z.int(),
  availableSpots: z.int(),
  isAtCapacity: z.boolean(),
  bookable: z.boolean(),
  reason: z.optional(NotBookableReason),
  heldUntil: z.optional(Instant),
  /** A group has booked the whole boat (docs/rules.md §2.22). */
  isPrivate: z.optional(z.literal(true)),
})
export type DayAvailability = z.infer<typeof DayAvailability>

/**
 * What claims a day's spots: anglers of bookings, the groups they come in, anglers of holds, and when the first of those
 * holds ends. `own` is how many of them belong to the group that asks; without it, none do. `privately` says by what the day is
 * private: a booking, or only a hold (docs/rules.md §2.22).
 */
export interface DayClaims {
  booked: number
  groups?: number
  held: number
  own?: number
  heldUntil?: Date | undefined
  privately?: 'BOOKED' | 'HELD' | undefined
}

export type BoatRules = Pick<BookingConfig, 'maxCapacity' | 'sharing'>
export type DayRules = BoatRules &
  Pick<BookingConfig, 'seasonStart' | 'seasonEnd' | 'closedDays' | 'blackoutDates' | 'opensOn'>

/** The most anglers on a day with more than one group. */
export const SHARED_CAPACITY: Record<Sharing, number> = { OPEN: Number.POSITIVE_INFINITY, ONE_GROUP: 0, TWO_ANGLERS: 2 }

/** How many more anglers the asking group can bring on a day. */
export function spotsLeft(
  { maxCapacity, sharing }: BoatRules,
  { booked, held, own = 0, privately }: DayClaims,
): number {
  const claimed = booked + held
  const isShared = claimed > own
  const isPrivate = privately === 'BOOKED' || (privately === 'HELD' && held > 0)
  const capacity = isShared ? Math.min(maxCapacity, isPrivate ? 0 : SHARED_CAPACITY[sharing]) : maxCapacity
  return Math.max(0, capacity - claimed)
}

/** How many anglers bookings leave room for: holds end by themselves, so nobody waits for those (docs/rules.md §2.10). */
export const leftByBookings = (
  rules: BoatRules,
  { existingBookings, isPrivate }: Pick<DayAvailability, 'existingBookings' | 'isPrivate'>,
): number => spotsLeft(rules, { booked: existingBookings, held: 0, privately: isPrivate && 'BOOKED' })

/** What a date offers or why it can't be booked. Server and browser both decide it here. */
export function assessDay(date: TripDate, today: TripDate, rules: DayRules, claims: DayClaims): DayAvailability {
  const availableSpots = spotsLeft(rules, claims)
  const isAtCapacity = availableSpots === 0
  const { booked, groups = Math.min(booked, 1) } = claims
  const figures = {
    existingBookings: booked,
    existingGroups: groups,
    availableSpots,
    isAtCapacity,
    ...(claims.privately === 'BOOKED' && { isPrivate: true as const }),
  }
  const reason =
    ruleAgainst(date, today, rules) ??
    (isAtCapacity ? reasonFull(rules, claims) : undefined) ??
    (isBeforeOpening(today, rules) ? 'OPENS_LATER' : undefined)
  if (!reason) return { ...figures, bookable: true }
  return {
    ...figures,
    bookable: false,
    reason,
    ...(reason === 'HELD' && claims.heldUntil && { heldUntil: claims.heldUntil }),
  }
}

/** Whether guests can't book anything yet (docs/rules.md §1.9). */
export function isBeforeOpening(today: TripDate, { opensOn }: Pick<BookingConfig, 'opensOn'>): boolean {
  return opensOn !== undefined && (opensOn === null || today < opensOn)
}

/** When guests can book, as a sentence; undefined once they can (docs/rules.md §1.9). */
export function untilOpening(today: TripDate, rules: Pick<BookingConfig, 'opensOn'>): string | undefined {
  if (!isBeforeOpening(today, rules)) return undefined
  return rules.opensOn ? `We open for booking on ${formatShortDate(rules.opensOn)}.` : SOON
}

const SOON = 'Booking opens soon.'

/** The day as it is for those who need not wait for the opening (docs/rules.md §1.9). */
export function withoutOpening(day: DayAvailability): DayAvailability {
  return day.reason === 'OPENS_LATER' ? { ...day, bookable: true, reason: undefined } : day
}

/** The day as it is for staff, who books today too and need not wait for the opening (docs/rules.md §19.9). */
export function forStaff(date: TripDate, today: TripDate, rules: DayRules, day: DayAvailability): DayAvailability {
  if (day.reason !== 'TOO_SOON' || date !== today) return withoutOpening(day)
  const privately = day.isPrivate && 'BOOKED'
  const reason = day.isAtCapacity ? reasonFull(rules, { booked: day.existingBookings, held: 0, privately }) : undefined
  return { ...day, bookable: !reason, reason }
}

function ruleAgainst(date: TripDate, today: TripDate, rules: DayRules): NotBookableReason | undefined {
  if (date < rules.seasonStart || date > rules.seasonEnd) return 'OUTSIDE_SEASON'
  if (rules.closedDays.includes(weekdayOf(date))) return 'CLOSED_WEEKDAY'
  if (rules.blackoutDates.includes(date)) return 'BLACKOUT'
  if (date < addDays(today, 1)) return 'TOO_SOON'
  return undefined
}

function reasonFull(rules: DayRules, { booked, privately }: DayClaims): NotBookableReason {
  if (spotsLeft(rules, { booked, held: 0, privately }) > 0) return 'HELD'
  return booked < rules.maxCapacity ? 'OTHER_GROUP' : 'FULL'
}

/** What a date offers to a group of so many anglers and who else fishes then, or why it can't be booked. */
export function describeDay(
  date: TripDate,
  today: TripDate,
  rules: DayRules,
  day: DayAvailability,
  numberOfGuests = 1,
): string {
  const name = formatDayInWords(date)
  switch (day.reason) {
    case undefined:
      return `${spots(day.availableSpots)} left on ${name}. ${describeBoat(rules, day, numberOfGuests)}`
    case 'OUTSIDE_SEASON':
      return `${name} is outside the season, which runs from ${formatLongDate(rules.seasonStart)} to ${formatLongDate(rules.seasonEnd)}.`
    case 'CLOSED_WEEKDAY':
      return `We don't fish on ${formatWeekdays(rules.closedDays)}.`
    case 'BLACKOUT':
      return `The guide is away on ${name}.`
    case 'TOO_SOON':
      return date === today ? 'Today can no longer be booked. Tomorrow is the earliest date.' : `${name} has passed.`
    case 'FULL':
      return `${name} is full.`
    case 'HELD':
      return `Every spot left on ${name} is being held right now.${day.heldUntil ? ` One may open up at ${formatVenueTime(day.heldUntil)}.` : ''}`
    case 'OTHER_GROUP':
      return `Another group has the boat on ${name}.`
    case 'OPENS_LATER':
      return untilOpening(today, rules) ?? SOON
  }
}

/** Who else is on the boat, to a group that is not on it yet and will take its spots (docs/rules.md §2.21). */
export function describeBoat(
  { maxCapacity, sharing }: BoatRules,
  { existingBookings, existingGroups }: Pick<DayAvailability, 'existingBookings' | 'existingGroups'>,
  numberOfGuests: number,
): string {
  if (sharing === 'ONE_GROUP') return 'The boat is yours: one group a morning.'
  const isFull = existingBookings + numberOfGuests >= Math.min(maxCapacity, SHARED_CAPACITY[sharing])
  if (existingGroups > 0) {
    const others = existingGroups === 1 ? 'One other group' : `${capitalized(numberWord(existingGroups))} other groups`
    const are = existingGroups === 1 ? 'is' : 'are'
    return `${others}, ${anglers(existingBookings)}, ${are} on this boat.`
  }
  if (numberOfGuests >= maxCapacity) return 'The boat is yours: your group takes every spot.'
  if (numberOfGuests > 1 && isFull) return "The boat is yours: groups of two or more don't share."
  return `Nobody else yet; ${sharing === 'OPEN' ? 'another group' : 'one other angler'} can still book.`
}

/** Why a group cannot take the date, as a sentence; undefined when it can. */
export function refuseParty(
  date: TripDate,
  today: TripDate,
  rules: DayRules,
  day: DayAvailability,
  numberOfGuests: number,
): string | undefined {
  if (!day.bookable) return describeDay(date, today, rules, day)
  if (numberOfGuests <= day.availableSpots) return undefined
  const are = day.availableSpots === 1 ? 'spot is' : 'spots are'
  const isShared = rules.sharing === 'TWO_ANGLERS' && day.existingBookings > 0
  const why = isShared ? ' When groups share the boat, the limit is two anglers.' : ''
  return `Only ${day.availableSpots} ${are} left on ${formatDayInWords(date)}.${why}`
}

export const spots = (count: number) => `${count} ${count === 1 ? 'spot' : 'spots'}`

export const NumberOfGuests = z
  .int('The number of anglers must be a whole number.')
  .check(
    z.gte(1, 'You need at least one angler.'),
    z.lte(MAX_PARTY, `A group is at most ${MAX_PARTY} anglers. For a larger group, please enquire.`),
  )

/** The longest range one call answers (docs/rules.md §1.5). */
export const MAX_RANGE_DAYS = 366

export const listBookedDates = endpoint({
  method: 'GET',
  path: '/api/bookings/booked-dates',
  access: 'public',
  summary: 'Dates from today on with no spots left.',
  failed: 'Failed to retrieve booked dates',
  response: z.array(TripDate),
})

export const getAvailabilityRange = endpoint({
  method: 'GET',
  path: '/api/bookings/availability/range',
  access: 'public',
  summary: 'Availability of each date from startDate through endDate, at most 366 days.',
  failed: 'Failed to retrieve availability',
  query: z.object({ startDate: TripDate, endDate: TripDate }).check(
    z.refine(({ startDate, endDate }) => startDate <= endDate, {
      error: 'The end date is before the start date.',
      path: ['endDate'],
    }),
    z.refine(({ startDate, endDate }) => daysBetween(startDate, endDate) < MAX_RANGE_DAYS, {
      error: `You can ask for at most ${MAX_RANGE_DAYS} days at once.`,
      path: ['endDate'],
    }),
  ),
  response: z.record(z.string(), DayAvailability),
})

export const getAvailability = endpoint({
  method: 'GET',
  path: '/api/bookings/availability/:date',
  access: 'public',
  summary: 'Availability of one date.',
  failed: 'Failed to check availability',
  params: z.object({ date: TripDate }),
  response: DayAvailability,
})

/**
 * Server-sent events. `event: dates` with `data: {"dates": ["2026-05-18"]}` lists dates whose figures changed, never who
 * changed them; `event: all` means anything may have changed.
 */
export const streamAvailability = endpoint({
  method: 'GET',
  path: '/api/bookings/availability/stream',
  access: 'public',
  summary: 'Server-sent events listing the dates whose availability changed.',
  response: 'stream',
  errors: ['too-many-requests'],
})

export const checkAvailability = endpoint({
  method: 'POST',
  path: '/api/bookings/check-availability',
  access: 'customer',
  summary: "Checks whether a group can book a date; the spots in the caller's own hold count as free.",
  failed: 'Failed to check slot availability',
  body: z.strictObject({
    selectedDate: TripDate,
    numberOfGuests: NumberOfGuests,
    holdId: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
  }),
  response: z.object({ available: z.boolean(), message: z.string() }),
})
