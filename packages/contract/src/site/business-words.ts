import type { Business, BusinessFacts } from '../business.ts'
import { BALANCE_WAYS } from '../manual-methods.ts'
import { addDays, formatFullDate, type TripDate } from '../trip-date.ts'
import { capitalized, numberWord } from './number-words.ts'
import { unbroken } from './unbroken.ts'
import { hourInWords, LUNCH, portalHour } from './wording.ts'

/** The facts of the business as sentences; missing facts are left out. */
export type BusinessWords = Partial<Record<keyof ReturnType<typeof allWords>, string>>

export function businessWords(business: Business): BusinessWords {
  return Object.fromEntries(Object.entries(allWords(business)).filter(([, words]) => words))
}

function allWords(business: Business) {
  return {
    meeting: meeting(business),
    directions: business.meetingDirections,
    starts: unbroken(hourInWords(tripStarts(business))),
    'start-hour': portalHour(tripStarts(business)).replace(/(:00)? .M$/, ''),
    hours: unbroken(`${portalHour(tripStarts(business))} to ${hourInWords(linesOut(business))}`),
    length: fishingTime(business),
    'day-ends': dayEnds(business),
    lunch: lunchServed(business),
    done: doneAround(business),
    bring: business.whatToBring,
    balance: balanceRule(business),
    'move-days': daysInWords(business.moveDays),
    license: business.license,
    'guide-name': business.guideName,
    'guide-license': business.guideLicense,
    'guide-about': business.guideAbout,
    answer: answerTime(business),
    'fishing-license': business.fishingLicense,
    fish: business.fish,
    'keep-fish': business.keepFish,
    children: business.children,
    weather: business.weather,
    bathroom: business.bathroom,
    tipping: business.tipping,
  }
}

/** `Dock 3, 12 River Road, Arcadia` */
export function meetingPlace({ meetingName, meetingAddress }: BusinessFacts): string | undefined {
  return [meetingName, meetingAddress].filter(Boolean).join(', ') || undefined
}

const PIN = /^(-?\d{1,2}(?:\.\d{1,10})?)\s*,\s*(-?\d{1,3}(?:\.\d{1,10})?)$/

/** Map coordinates: `27.2158, -81.8584`. */
export function readPin(pin: string): { latitude: number; longitude: number } | undefined {
  const [, latitude, longitude] = (PIN.exec(pin) ?? []).map(Number)
  const isOnEarth = latitude !== undefined && longitude !== undefined && Math.abs(latitude) <= 90
  return isOnEarth && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}

/** The meeting place by its pin, or else by its address. */
function whereOnMap({ meetingPin, meetingAddress }: BusinessFacts): string | undefined | null {
  const pin = meetingPin ? readPin(meetingPin) : undefined
  return pin ? `${pin.latitude},${pin.longitude}` : meetingAddress
}

/** A map link to the meeting place, by pin or else by address. */
export function meetingMap(facts: BusinessFacts): string | undefined {
  const where = whereOnMap(facts)
  return where ? `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(where)}` : undefined
}

/** The way to the meeting place in the phone's own maps, by pin or else by address. */
export function directionsTo(facts: BusinessFacts): { google: string; apple: string } | undefined {
  const to = whereOnMap(facts)
  if (!to) return undefined
  return {
    google: `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(to)}`,
    apple: `https://maps.apple.com/?daddr=${encodeURIComponent(to)}`,
  }
}

/** The social profile: the owner's on Instagram, else that of the environment; empty if there is none. */
export const profileOf = ({ instagram }: BusinessFacts, other: { socialHandle: string; socialUrl: string }) =>
  instagram ? { socialHandle: `@${instagram}`, socialUrl: `https://www.instagram.com/${instagram}` } : other

/** `2 days` */
export const daysInWords = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`

export const answerTime = ({ answerTime }: BusinessFacts) => answerTime && `We usually answer ${answerTime}.`

type Hours = Pick<BusinessFacts, 'tripStarts' | 'linesOut' | 'tripEnds'>

/** The hours of a trip at the venue: the owner's, else the specified ones (docs/rules.md §1.4). */
export const tripStarts = ({ tripStarts }: Hours): string => tripStarts ?? '08:00'
export const linesOut = ({ linesOut }: Hours): string => linesOut ?? '12:00'
/** The last hour that is known: back at the ramp, else lines out. */
export const tripIsOver = (hours: Hours): string => hours.tripEnds ?? linesOut(hours)

/** `fish until noon`, `fish until 12:30 PM Eastern` */
export function fishUntil(hours: Hours): string {
  const end = linesOut(hours)
  return `fish until ${end === '12:00' ? 'noon' : hourInWords(end)}`
}

/** Why these hours can't be; undefined if they can. */
export function refuseHours(hours: Hours): { message: string; path: keyof Hours } | undefined {
  if (linesOut(hours) <= tripStarts(hours)) return { message: 'Lines out must be after the start.', path: 'linesOut' }
  if (tripIsOver(hours) < linesOut(hours))
    return { message: 'Back at the ramp must be after lines out.', path: 'tripEnds' }
  return undefined
}

/** `Four hours`, `Four and a half hours`, `3 hours 45 minutes` */
function fishingTime(hours: Hours): string {
  const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  const minutes = minutesOf(linesOut(hours)) - minutesOf(tripStarts(hours))
  const whole = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (rest === 0) return `${capitalized(numberWord(whole))} ${whole === 1 ? 'hour' : 'hours'}`
  if (rest === 30 && whole > 0) return `${capitalized(numberWord(whole))} and a half hours`
  return [whole > 0 && `${whole} ${whole === 1 ? 'hour' : 'hours'}`, `${rest} minutes`].filter(Boolean).join(' ')
}

/** When the day ends and where lunch is. */
export function dayEnds(facts: BusinessFacts): string | undefined {
  const lunch = facts.lunchPlace && `Lunch is ${atPlace(facts.lunchPlace)}.`
  return sentences(lunch, doneAround(facts))
}

export const doneAround = ({ tripEnds }: BusinessFacts) => tripEnds && `You'll be done around ${hourInWords(tripEnds)}.`

/** What a trip has to drink and to eat, with where lunch is. */
export const lunchServed = ({ lunchPlace }: BusinessFacts) =>
  lunchPlace ? LUNCH.replace('served', `served ${atPlace(lunchPlace)}`) : LUNCH

const ARTICLES = new Set(['the', 'a', 'an'])
const PREPOSITIONS = new Set(['at', 'on', 'in', 'by', 'near', 'under', 'beside', 'behind', 'along', 'aboard'])

/** `at the pavilion`, `on the bank`: a place within a sentence, however the owner's words for it begin. */
export function atPlace(place: string): string {
  const [first, ...rest] = place.split(' ')
  const word = first!.toLowerCase()
  const isWhere = rest.length > 0 && PREPOSITIONS.has(word)
  const isLower = isWhere || (rest.length > 0 && ARTICLES.has(word))
  return `${isWhere ? '' : 'at '}${isLower ? [word, ...rest].join(' ') : place}`
}

/** The day the balance of a trip is due; 0 days before is the morning of the trip. */
export function balanceDueOn({ balanceDueDays: days }: BusinessFacts, tripDate: TripDate): TripDate | undefined {
  return typeof days === 'number' ? addDays(tripDate, -days) : undefined
}

/** Since when a balance is overdue: the date it was due, or that of the trip where the owner has set none. */
export function overdueSince(
  facts: BusinessFacts,
  { status, pendingAmount, selectedDate }: { status: string; pendingAmount: number; selectedDate: TripDate },
  today: TripDate,
): TripDate | undefined {
  const dueOn = balanceDueOn(facts, selectedDate) ?? selectedDate
  const isOwed = pendingAmount > 0 && (status === 'CONFIRMED' || status === 'COMPLETED')
  return isOwed && dueOn < today ? dueOn : undefined
}

/** Whether a card can pay a balance: yes, unless the owner named other ways only. */
export const isPaidByCard = (facts: BusinessFacts): boolean =>
  facts.balanceByCard === true || !BALANCE_WAYS.some(({ fact }) => facts[fact])

/** `by Thursday, June 10, 2027 (card or cash)`: when and how the balance of a trip is due; `overdue` replaces a past date. */
export function balanceDue(
  facts: BusinessFacts,
  tripDate: TripDate,
  today: TripDate,
  overdue = 'now',
): string | undefined {
  const dueOn = balanceDueOn(facts, tripDate)
  const when =
    dueOn &&
    (dueOn < today ? overdue : dueOn === tripDate ? 'on the morning of your trip' : `by ${formatFullDate(dueOn)}`)
  const ways = waysInWords(facts)
  return when && ways ? `${when} (${ways})` : when || waysToPay(facts)
}

/** The balance rule for any trip, as a sentence. */
function balanceRule(facts: BusinessFacts): string | undefined {
  const { balanceDueDays: days } = facts
  const ways = waysToPay(facts)
  if (typeof days !== 'number') return ways && `Pay the balance ${ways} anytime before the trip.`
  const when = days === 0 ? 'on the morning of your trip' : `${daysInWords(days)} before your trip`
  return `The balance is due ${[when, ways].filter(Boolean).join(', ')}.`
}

/** `by cash or check`; undefined if the owner has not set it. */
export function waysToPay(facts: BusinessFacts): string | undefined {
  const ways = waysInWords(facts)
  return ways ? `by ${ways}` : undefined
}

const waysInWords = (facts: BusinessFacts): string =>
  new Intl.ListFormat('en-US', { type: 'disjunction' }).format(
    BALANCE_WAYS.filter(({ fact }) => facts[fact]).map(({ by }) => by),
  )

function meeting(facts: BusinessFacts): string | undefined {
  const place = meetingPlace(facts)
  return place && `We meet at ${place}.`
}

const sentences = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' ') || undefined
