import * as z from 'zod/mini'
import { hourInWords, portalHour } from './site/wording.ts'

/** The venue's time zone. A trip's date is a calendar date in it, never an instant (docs/rules.md §1.1). */
export const VENUE_TIME_ZONE = 'America/New_York'

const DAY_MS = 86_400_000
const asUtc = (date: string) => new Date(`${date}T00:00:00Z`)
const asText = (instant: Date) => instant.toISOString().slice(0, 10)

/** `yyyy-MM-dd`, a real calendar date. */
export const TripDate = z.string('A date is required, as yyyy-MM-dd.').check(
  z.refine(isTripDate, {
    error: ({ input }) =>
      /^(19|20|21)\d\d-\d\d-\d\d$/.test(String(input))
        ? `${input} does not exist.`
        : 'Dates are written yyyy-MM-dd, for example 2026-05-16.',
  }),
)
export type TripDate = string

function isTripDate(text: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false
  const instant = asUtc(text)
  return !Number.isNaN(instant.getTime()) && asText(instant) === text
}

// 'sv-SE' writes dates as yyyy-MM-dd.
const venueDays = new Intl.DateTimeFormat('sv-SE', { timeZone: VENUE_TIME_ZONE })

/** The date at the venue, whatever the machine's time zone. */
export function venueDate(instant: Date): TripDate {
  return venueDays.format(instant)
}

const venueTimes = new Intl.DateTimeFormat('sv-SE', { timeZone: VENUE_TIME_ZONE, timeStyle: 'short' })

/** The time at the venue, `08:00`. */
export function venueTime(instant: Date): string {
  return venueTimes.format(instant)
}

/** The hour at the venue, 0 to 23. */
export const venueHour = (instant: Date): number => Number(venueTime(instant).slice(0, 2))

/** The instant of a date and time at the venue, such as `08:00`. */
export function venueInstant(date: TripDate, time: string): Date {
  const wanted = Date.parse(`${date}T${time}Z`)
  const nearer = (guess: number) => {
    const at = new Date(guess)
    return guess + wanted - Date.parse(`${venueDate(at)}T${venueTime(at)}Z`)
  }
  // Twice, because the clocks may change between the first guess and the instant.
  return new Date(nearer(nearer(wanted)))
}

export function addDays(date: TripDate, days: number): TripDate {
  return asText(new Date(asUtc(date).getTime() + days * DAY_MS))
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: TripDate, to: TripDate): number {
  return Math.round((asUtc(to).getTime() - asUtc(from).getTime()) / DAY_MS)
}

/** 0 is Sunday, as in the configuration's `closedDays`. */
export function weekdayOf(date: TripDate): number {
  return asUtc(date).getUTCDay()
}

/** Every date from `start` through `end`. */
export function datesBetween(start: TripDate, end: TripDate): TripDate[] {
  const count = daysBetween(start, end)
  return count < 0 ? [] : Array.from({ length: count + 1 }, (_, index) => addDays(start, index))
}

const written = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  return (date: TripDate) => format.format(asUtc(date))
}

/** `Thu, Jun 18, 2026` */
export const formatDate = written({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' })
/** `Thu, Jun 18` */
export const formatShortDate = written({ weekday: 'short', month: 'short', day: 'numeric' })
/** `Jun 18` */
export const formatMonthDay = written({ month: 'short', day: 'numeric' })
/** `Thu, Jun 18`, with its year if that isn't today's. */
export const formatDateNear = (date: TripDate, today: TripDate): string =>
  (date.slice(0, 4) === today.slice(0, 4) ? formatShortDate : formatDate)(date)
/** `Thursday, June 18` */
export const formatDayInWords = written({ weekday: 'long', month: 'long', day: 'numeric' })
/** `Thursday, June 18, 2026` */
export const formatFullDate = written({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })
/** `June 18, 2026` */
export const formatLongDate = written({ month: 'long', day: 'numeric', year: 'numeric' })
/** `06/18/2026`, where a date is typed or printed compactly (docs/rules.md §1.6). */
export const formatCompactDate = written({ month: '2-digit', day: '2-digit', year: 'numeric' })
/** `June 2026` */
export const formatMonth = written({ month: 'long', year: 'numeric' })

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** `[0, 3]` reads `Sundays and Wednesdays`. */
export function formatWeekdays(days: readonly number[]): string {
  return new Intl.ListFormat('en-US').format([...days].sort().map((day) => `${WEEKDAYS[day]}s`))
}

/** An instant in venue time, `2:15 PM Eastern`. */
export const formatVenueTime = (instant: Date): string => hourInWords(venueTime(instant))
/** An instant with its day, `Thu, May 20, 8:00 PM Eastern`. */
export const formatMoment = (instant: Date): string =>
  `${formatShortDate(venueDate(instant))}, ${formatVenueTime(instant)}`

/** The same for the portal, `2:15 PM`. */
export const formatPortalTime = (instant: Date): string => portalHour(venueTime(instant))
