import * as z from 'zod/mini'
import { BookingConfig, Sharing } from '../configuration.ts'
import { endpoint } from '../endpoint.ts'
import { Id } from '../fields.ts'
import { daysBetween, TripDate } from '../trip-date.ts'

// Separate from `configuration.ts`, which every visitor's browser loads.

/** The ranges of the settings. Prices are whole dollars; the maximum keeps a group's total within an integer column. */
export const CONFIG_RANGES = {
  maxCapacity: { min: 1, max: 10 },
  holdDurationMinutes: { min: 1, max: 60 },
  depositPerGuest: { min: 0, max: 100_000 },
  standardPackagePrice: { min: 0, max: 100_000 },
  trophyPackagePrice: { min: 0, max: 100_000 },
  privateSpotPrice: { min: 1, max: 100_000 },
} as const

const wholeFrom = (name: string, { min, max }: { min: number; max: number }) =>
  z
    .int(`${name} must be a whole number from ${min} to ${max}.`)
    .check(
      z.gte(min, `${name} must be a whole number from ${min} to ${max}.`),
      z.lte(max, `${name} must be a whole number from ${min} to ${max}.`),
    )

const wholeDollars = (name: string, { min, max }: { min: number; max: number }) =>
  z.codec(wholeFrom(name, { min, max }), z.int(), {
    decode: (dollars) => dollars * 100,
    encode: (cents) => cents / 100,
  })

const unique = <T extends string | number>(values: readonly T[]) => new Set(values).size === values.length

const settings = {
  maxCapacity: wholeFrom('The number of anglers a day', CONFIG_RANGES.maxCapacity),
  sharing: Sharing,
  holdDurationMinutes: wholeFrom('The hold duration in minutes', CONFIG_RANGES.holdDurationMinutes),
  depositPerGuest: wholeDollars('The deposit in dollars', CONFIG_RANGES.depositPerGuest),
  standardPackagePrice: wholeDollars('The standard price in dollars', CONFIG_RANGES.standardPackagePrice),
  trophyPackagePrice: wholeDollars('The trophy price in dollars', CONFIG_RANGES.trophyPackagePrice),
  privateSpotPrice: z.nullable(wholeDollars('The price of an empty spot in dollars', CONFIG_RANGES.privateSpotPrice)),
  seasonStart: TripDate,
  seasonEnd: TripDate,
  closedDays: z
    .array(z.int().check(z.gte(0), z.lte(6)))
    .check(z.refine(unique, 'List each weekday once, from 0 for Sunday to 6 for Saturday.')),
  blackoutDates: z
    .array(TripDate)
    .check(z.maxLength(366, 'You can close at most 366 dates.'), z.refine(unique, 'List each date once.')),
}

const isSeason = ({ seasonStart, seasonEnd }: { seasonStart: TripDate; seasonEnd: TripDate }) => {
  const days = daysBetween(seasonStart, seasonEnd)
  return days >= 0 && days < 366
}
const SEASON_WORDS = { error: 'The season must end after it starts, within a year.', path: ['seasonEnd'] }

/** One setting's call (docs/rules.md §6.13); each returns the whole configuration. */
function settingCall<const Name extends keyof typeof settings>(path: string, name: Name, what: string) {
  return endpoint({
    method: 'PUT',
    path: `/api/bookings/config/${path}`,
    access: 'owner',
    // Closing days must never wait for a question.
    ...(name !== 'blackoutDates' && { asksAgain: 'configuration' as const }),
    overwrites: true,
    summary: `Sets ${what}; returns the whole configuration.`,
    failed: `Failed to update ${path.replaceAll('-', ' ')}`,
    body: z.strictObject({ [name]: settings[name] } as Pick<typeof settings, Name>),
    response: BookingConfig,
  })
}

export const setMaxCapacity = settingCall('max-capacity', 'maxCapacity', 'the number of anglers per day')
export const setSharing = settingCall('sharing', 'sharing', 'whether groups share a morning')
export const setHoldDuration = settingCall('hold-duration', 'holdDurationMinutes', 'how many minutes a hold lasts')
export const setDepositPerGuest = settingCall('deposit-per-guest', 'depositPerGuest', 'the deposit per angler')
export const setStandardPackagePrice = settingCall(
  'standard-package-price',
  'standardPackagePrice',
  'the price of the standard package',
)
export const setTrophyPackagePrice = settingCall(
  'trophy-package-price',
  'trophyPackagePrice',
  'the price of the trophy package',
)
export const setPrivateSpotPrice = settingCall(
  'private-spot-price',
  'privateSpotPrice',
  'the price of each empty spot of a private morning, null to offer none',
)
export const setClosedDays = settingCall('closed-days', 'closedDays', 'the weekdays without trips, 0 for Sunday')
export const setBlackoutDates = settingCall('blackout-dates', 'blackoutDates', 'the dates the guide is away')
export const setSeason = endpoint({
  method: 'PUT',
  path: '/api/bookings/config/season',
  access: 'owner',
  asksAgain: 'configuration',
  overwrites: true,
  summary: 'Sets the first and last day of the season; returns the whole configuration.',
  failed: 'Failed to update season',
  body: z
    .strictObject({ seasonStart: settings.seasonStart, seasonEnd: settings.seasonEnd })
    .check(z.refine(isSeason, SEASON_WORDS)),
  response: BookingConfig,
})

/** A day with bookings or live holds that a change would close, overfill or no longer let share. They stay as they are. */
export const StrandedDay = z.object({
  date: TripDate,
  reason: z.enum(['OUTSIDE_SEASON', 'CLOSED_WEEKDAY', 'BLACKOUT', 'OVER_CAPACITY', 'SHARED']),
  bookings: z.array(z.object({ id: Id, confirmationNumber: z.string(), name: z.string(), numberOfGuests: z.int() })),
  /** Anglers in live holds. */
  heldSpots: z.int(),
})
export type StrandedDay = z.infer<typeof StrandedDay>

export const findStranded = endpoint({
  method: 'POST',
  path: '/api/bookings/config/stranded',
  access: 'owner',
  summary: 'The bookings and holds a configuration change would strand. Changes nothing.',
  failed: 'Failed to check which trips this affects',
  body: z
    .strictObject({
      maxCapacity: settings.maxCapacity,
      sharing: settings.sharing,
      seasonStart: settings.seasonStart,
      seasonEnd: settings.seasonEnd,
      closedDays: settings.closedDays,
      blackoutDates: settings.blackoutDates,
    })
    .check(z.refine(isSeason, SEASON_WORDS)),
  response: z.array(StrandedDay),
})
