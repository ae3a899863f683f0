import * as z from 'zod/mini'
import { untilOpening } from '../availability.ts'
import { KeptFacts } from '../business.ts'
import { BookingConfig, type Sharing } from '../configuration.ts'
import { formatCents } from '../money.ts'
import { formatLongDate, TripDate, weekdayOf } from '../trip-date.ts'
import type { BusinessWords } from './business-words.ts'
import { capitalized, numberWord } from './number-words.ts'
import { unbroken } from './unbroken.ts'

/** One of the owner's published photographs. */
export const GalleryPhoto = z.object({
  src: z.string(),
  caption: z.string(),
  takenOn: z.nullable(TripDate),
  width: z.int(),
  height: z.int(),
})
export type GalleryPhoto = z.infer<typeof GalleryPhoto>

/** Data the server embeds in each page: `<script type="application/json" id="site-data">`. */
export const SiteData = z.object({
  /** True with the payments simulator or a sandbox; every page says so. */
  testMode: z.boolean(),
  /** True with the simulator, where the cardholder name can trigger a decline. */
  simulatesPayments: z.boolean(),
  /** Where the browser sends card details; null sends them through `POST /api/payments/tokens`. */
  tokenUrl: z.nullable(z.string()),
  /** Null: bot protection is off. */
  recaptchaSiteKey: z.nullable(z.string()),
  /** Whether analytics events are collected from visitors who consent. */
  collectsAnalytics: z.boolean(),
  /** The facts of the business; pages leave out empty ones. */
  business: z.extend(KeptFacts, {
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    moveDays: z.int(),
    socialHandle: z.string(),
    socialUrl: z.string(),
    /** Addresses of posts to show; may be empty. */
    socialPosts: z.array(z.string()),
  }),
  /** The owner's photographs; drawings fill up what they leave. */
  gallery: z.array(GalleryPhoto),
  /** Today at the venue. */
  today: TripDate,
  /** The hero line next to the location. */
  launchText: z.string(),
  /** Null if the server could not read it; the site then fetches it. */
  config: z.nullable(BookingConfig),
  /** The average of the published reviews, rounded down, and how many there are; null without any. */
  rating: z.nullable(z.object({ average: z.number(), count: z.int() })),
  /** Whether the landing page shows gifts. */
  showsGifts: z.boolean(),
})
export type SiteData = z.infer<typeof SiteData>
/** The block as embedded: money in dollars, plus the configuration and business facts in words. */
export type SiteDataOnTheWire = Omit<z.input<typeof SiteData>, 'business'> & {
  business: SiteData['business']
  facts: SiteFacts | null
  words: BusinessWords
}

/** Season, days and prices in words. The server fills them into pages, and the site updates them later. */
export type SiteFacts = ReturnType<typeof factsOf>
export type SiteFactName = keyof SiteFacts

/** The configuration in words, by the names pages use in `data-fill`. */
export function factsOf(config: BookingConfig, today: TripDate) {
  const opens = untilOpening(today, config)
  const cheapest = Math.min(config.standardPackagePrice, config.trophyPackagePrice)
  const deposit = Math.min(config.depositPerGuest, cheapest)
  const open = WEEK.filter((day) => !config.closedDays.includes(day))
  const closed = WEEK.filter((day) => config.closedDays.includes(day)).sort()
  const capacity = numberWord(config.maxCapacity)
  return {
    season: formatSeason(config.seasonStart, config.seasonEnd),
    'pick-a-morning': opens
      ? `${opens} Until then, ask us about a morning.`
      : 'Every open morning this season. Pick one to book it.',
    'now-booking': `${opens ?? `Booking ${config.seasonStart.slice(0, 4)} now:`} ${opens ? 'One' : 'one'} morning at a time, up to four anglers.`,
    'open-days': open.map(shortName).join(', '),
    'open-days-in-full': list(open.map(longName)),
    'closed-days': closed.length ? `Closed ${list(closed.map(longName))}` : 'Open every day of the week',
    'days-per-week': `${open.length} ${open.length === 1 ? 'day' : 'days'} per week`,
    'mornings-a-week': `${capitalized(numberWord(open.length))} ${open.length === 1 ? 'morning' : 'mornings'} a week`,
    capacity: `${capitalized(capacity)} ${config.maxCapacity === 1 ? 'angler' : 'anglers'} a day`,
    sharing: SHARING[config.sharing],
    'standard-price': formatCents(config.standardPackagePrice),
    'trophy-price': formatCents(config.trophyPackagePrice),
    'price-from': shortCents(cheapest),
    'holds-date': deposit ? `, ${shortCents(deposit)} holds your date` : '',
    deposit: formatCents(config.depositPerGuest),
    'hold-minutes': `${config.holdDurationMinutes} ${config.holdDurationMinutes === 1 ? 'minute' : 'minutes'}`,
  }
}

/** The sentence about strangers sharing a boat; the last two are enforced by the site. */
const SHARING: Record<Sharing, string> = {
  OPEN: 'Only two non-related anglers per day.',
  ONE_GROUP: 'One group a morning: the boat is yours.',
  TWO_ANGLERS: 'Only two non-related anglers per day: a group of two or more has the boat to itself.',
}

/** `$1,500`, without needless cents. */
const shortCents = (cents: number) => formatCents(cents).replace('.00', '')

/** `May 16 to September 5, 2026`, in which no line ends within a day; a season over New Year names both years. */
function formatSeason(start: TripDate, end: TripDate): string {
  const year = end.slice(0, 4)
  const from = formatLongDate(start)
  return unbroken(`${start.startsWith(year) ? from.replace(`, ${year}`, '') : from} to ${formatLongDate(end)}`)
}

/** Monday first; 0 is Sunday, as in the configuration. */
const WEEK = [1, 2, 3, 4, 5, 6, 0]

const A_SUNDAY = '2026-01-04'
const weekdayName = (length: 'short' | 'long') => {
  const format = new Intl.DateTimeFormat('en-US', { weekday: length, timeZone: 'UTC' })
  return (day: number) => format.format(Date.parse(A_SUNDAY) + (day - weekdayOf(A_SUNDAY)) * 86_400_000)
}
const shortName = weekdayName('short')
const longName = weekdayName('long')

const list = (words: string[]) => new Intl.ListFormat('en-US').format(words)
