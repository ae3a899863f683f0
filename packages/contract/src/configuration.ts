import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { type Cents, Money } from './money.ts'
import { TripDate } from './trip-date.ts'

export const PackageType = z.enum(['STANDARD', 'TROPHY'], 'The package must be STANDARD or TROPHY.')
export type PackageType = z.infer<typeof PackageType>

/**
 * Whether groups share a morning (docs/rules.md §2.4): freely, never, or with two anglers at most. Everything one
 * account claims on a day is one group.
 */
export const Sharing = z.enum(['OPEN', 'ONE_GROUP', 'TWO_ANGLERS'])
export type Sharing = z.infer<typeof Sharing>

export const BookingConfig = z.object({
  maxCapacity: z.int(),
  sharing: Sharing,
  depositPerGuest: Money,
  standardPackagePrice: Money,
  trophyPackagePrice: Money,
  seasonStart: TripDate,
  seasonEnd: TripDate,
  /** Weekday numbers, 0 is Sunday. */
  closedDays: z.array(z.int()),
  holdDurationMinutes: z.int(),
  /** Single dates the guide is away (docs/rules.md §1.2). */
  blackoutDates: z.array(TripDate),
  /** What each empty spot of a private morning costs; null while that isn't offered (docs/rules.md §2.22). */
  privateSpotPrice: z.optional(z.nullable(Money)),
  /** With real cards: the day from which guests can book, null while none is set (docs/rules.md §1.9). */
  opensOn: z.optional(z.nullable(TripDate)),
})
export type BookingConfig = z.infer<typeof BookingConfig>

/** What the site shows when the configuration cannot be loaded (docs/rules.md §6.7), word for word. */
export const FALLBACK_CONFIG: BookingConfig = {
  maxCapacity: 4,
  sharing: 'OPEN',
  depositPerGuest: 350_00,
  standardPackagePrice: 1500_00,
  trophyPackagePrice: 2500_00,
  seasonStart: '2026-05-16',
  seasonEnd: '2026-09-05',
  closedDays: [0, 3],
  holdDurationMinutes: 5,
  blackoutDates: [],
}

/** A group is one to four anglers whatever the capacity (docs/rules.md §2.1). */
export const MAX_PARTY = 4

/** What a rider pays (docs/rules.md §3.23). Not a setting, because the terms name it. */
export const RIDER_PRICE: Cents = 150_00

/** A morning that one group has to itself: so many spots are the group's, and each that is empty has a price (docs/rules.md §2.22). */
export const PrivateMorning = z.object({ spots: z.int(), spotPrice: Money })
export type PrivateMorning = z.infer<typeof PrivateMorning>

/** The same for those who see no prices. */
export const UnpricedMorning = z.nullable(z.pick(PrivateMorning, { spots: true }))

/** A hold freezes the rider's price too; without one, `RIDER_PRICE` applies. */
type Prices = Pick<BookingConfig, 'depositPerGuest' | 'standardPackagePrice' | 'trophyPackagePrice'> & {
  riderPrice?: Cents | undefined
  privateMorning?: PrivateMorning | null | undefined
}

/** An owner's test pays a dollar for each angler as its deposit, whatever the setting (docs/rules.md §9.11). */
export const pricesFor = (config: BookingConfig, isTest = false): BookingConfig =>
  isTest ? { ...config, depositPerGuest: 1_00 } : config

/**
 * Total, deposit and what is left to pay, in cents. The deposit per angler is the smaller of the deposit setting and
 * the package price (docs/rules.md §3.2); riders and empty spots have none.
 */
export function quote(prices: Prices, packageType: PackageType, numberOfGuests: number, riders = 0) {
  const price = packageType === 'TROPHY' ? prices.trophyPackagePrice : prices.standardPackagePrice
  const forRiders = (prices.riderPrice ?? RIDER_PRICE) * riders
  const { spots = 0, spotPrice = 0 } = prices.privateMorning ?? {}
  const emptySpots = Math.max(0, spots - numberOfGuests)
  const forEmptySpots = emptySpots * spotPrice
  const total = price * numberOfGuests + forRiders + forEmptySpots
  const deposit = Math.min(prices.depositPerGuest, price) * numberOfGuests
  return { price, forRiders, emptySpots, forEmptySpots, total, deposit, balance: total - deposit }
}

export const getBookingConfig = endpoint({
  method: 'GET',
  path: '/api/bookings/config',
  access: 'public',
  summary: 'The booking configuration.',
  failed: 'Failed to retrieve booking configuration',
  response: BookingConfig,
})
