import { randomInt } from 'node:crypto'
import { type BoatRules, type DayClaims, spotsLeft } from '@arcadia/contract/availability'
import {
  type BookingStatus,
  formatUntil,
  type RescheduleEligibility,
  type TripOutcome,
} from '@arcadia/contract/bookings'
import type { Business } from '@arcadia/contract/business'
import type { PackageType } from '@arcadia/contract/configuration'
import { type Cents, formatCents } from '@arcadia/contract/money'
import { PACKAGES } from '@arcadia/contract/packages'
import { anglers, type Tackle } from '@arcadia/contract/riders'
import { daysInWords } from '@arcadia/contract/site/business-words'
import { callUs } from '@arcadia/contract/site/contact-words'
import { canStillMove } from '@arcadia/contract/site/wording'
import { addDays, daysBetween, type TripDate, venueDate } from '@arcadia/contract/trip-date'

/** How long after the trip a booking and its emails are kept as evidence: 24 months (docs/rules.md §8.3). */
export const EVIDENCE_DAYS = 731

/** Whether the links of a trip's page have ended: 24 months after the trip (docs/rules.md §2.26). */
export const isPageOver = ({ selectedDate }: { selectedDate: TripDate }, now: Date) =>
  selectedDate < addDays(venueDate(now), -EVIDENCE_DAYS)

/** `JB-` and 8 random digits (docs/rules.md §3.20). */
export function newConfirmationNumber(): string {
  return `JB-${String(randomInt(100_000_000)).padStart(8, '0')}`
}

/**
 * Whether a booking can move to another date, and if not, why; days count in the venue's time zone. On a called-off day it
 * can move however soon the trip is (docs/rules.md §2.14).
 */
export function rescheduleEligibility(
  booking: { status: BookingStatus; selectedDate: TripDate; outcome: TripOutcome | null },
  today: TripDate,
  business: Pick<Business, 'moveDays' | 'phone' | 'email'>,
): RescheduleEligibility {
  const daysUntilBooking = daysBetween(today, booking.selectedDate)
  if (booking.outcome === 'CALLED_OFF')
    return {
      canReschedule: true,
      message: 'Pick any open date, and everything you paid moves with you.',
      daysUntilBooking,
    }
  const refusal = refuseChange(booking, today, business, 'move a booking')
  return {
    canReschedule: refusal === undefined,
    message: refusal ?? 'You can move this booking to another date. What you paid goes with it.',
    daysUntilBooking,
  }
}

/** Why a customer can no longer change a booking; `what` completes 'You can'. */
export function refuseChange(
  { status, selectedDate }: { status: BookingStatus; selectedDate: TripDate },
  today: TripDate,
  business: Pick<Business, 'moveDays' | 'phone' | 'email'>,
  what: string,
): string | undefined {
  const daysUntilBooking = daysBetween(today, selectedDate)
  if (status === 'PENDING') return "This booking isn't confirmed yet."
  const over = whyOver({ status, selectedDate }, today)
  if (over) return over
  if (!canStillMove(daysUntilBooking, business.moveDays))
    return `You can ${what} up to ${daysInWords(business.moveDays)} before the trip. ${callUs(business)}`
  return undefined
}

/** How far ahead a guide sees bookings (docs/rules.md §22.3). */
const GUIDE_DAYS = 14

/** The last day whose names, phones, notes and balances a guide sees; the first one is today. */
export const lastGuidesDay = (today: TripDate) => addDays(today, GUIDE_DAYS)

export const isGuidesDay = (date: TripDate, today: TripDate) => date >= today && date <= lastGuidesDay(today)

/** Grace period: a guide's phone may have no signal until after the trip (docs/rules.md §21.4). */
const LATE_DAYS = 2

export const isTapOfGuidesDay = (date: TripDate, today: TripDate) =>
  isGuidesDay(date, today) || (date < today && date >= addDays(today, -LATE_DAYS))

/** Why a booking is over for its customer, who can cancel and change others. */
export function whyOver(
  { status, selectedDate }: { status: BookingStatus; selectedDate: TripDate },
  today: TripDate,
): string | undefined {
  if (status === 'CANCELLED') return 'This booking was canceled.'
  return status === 'COMPLETED' || selectedDate < today ? 'This trip has already taken place.' : undefined
}

/** Today or later, so its customer can still cancel and change it. */
export const isToCome = (booking: { status: BookingStatus; selectedDate: TripDate }, today: TripDate): boolean =>
  whyOver(booking, today) === undefined

const TACKLE_CHANGED: Record<Tackle, string> = {
  CONVENTIONAL: 'conventional tackle',
  FLY: 'fly tackle',
  DECIDE_LATER: 'tackle to be decided',
}

interface RidersAndTackle {
  riders: number
  tackle: Tackle
}

/** The changes, worded for the history: `riders from 0 to 2`. */
export function describeRidersAndTackle(before: RidersAndTackle, after: RidersAndTackle): string[] {
  return [
    after.riders !== before.riders && `riders from ${before.riders} to ${after.riders}`,
    after.tackle !== before.tackle && TACKLE_CHANGED[after.tackle],
  ].filter((part) => part !== false)
}

/** The fields a correction can change, and the resulting amounts in cents. */
export interface Corrected {
  numberOfGuests: number
  isPrivate: boolean
  packageType: PackageType
  riders: number
  tackle: Tackle
  firstName: string
  lastName: string
  phone: string
  totalAmount: number
  depositAmount: number
}

/** Why a group can't grow by `more`, as a sentence; undefined if it can. */
export function refuseMoreAnglers(more: number, rules: BoatRules, claims: DayClaims, day: string): string | undefined {
  const free = spotsLeft(rules, claims)
  if (more <= free) return undefined
  if (more <= spotsLeft({ ...rules, sharing: 'OPEN' }, claims))
    return `Another group is on the boat on ${day}, and your sharing rule doesn't allow a group this size.`
  if (free <= 0) return `${day} has no spot left for another angler.`
  return `Only ${free} more ${free === 1 ? 'spot is' : 'spots are'} left on ${day}.`
}

/** The line for the history. It contains no names, because the history outlives them. */
export function describeCorrection(before: Corrected, after: Corrected): string {
  const parts = [
    after.numberOfGuests !== before.numberOfGuests &&
      `${anglers(after.numberOfGuests)} instead of ${before.numberOfGuests}`,
    before.isPrivate && !after.isPrivate && 'the morning is no longer private',
    after.packageType !== before.packageType &&
      `${PACKAGES[after.packageType].name} instead of ${PACKAGES[before.packageType].name}`,
    ...describeRidersAndTackle(before, after),
    (after.firstName !== before.firstName || after.lastName !== before.lastName) && 'the name',
    after.phone !== before.phone && 'the phone number',
  ].filter((part) => part !== false)
  const total = after.totalAmount !== before.totalAmount && ` The total is ${formatCents(after.totalAmount)}.`
  return `Updated: ${parts.join(', ')}.${total || ''}`
}

/** A line of the history in the words of its guest: `You canceled the trip.`, `We canceled the trip: The motor broke.` */
export const saidToGuest = (description: string): string =>
  description
    .replace(/^Canceled by the guest\b/, 'You canceled the trip')
    .replace(
      /^(Canceled|Moved|Confirmed|Marked|Set)( as completed| to pending)? by (?:us|the (?:owner|office|guide))\b/,
      (_, did: string, what = '') => `We ${did.toLowerCase()} the trip${what}`,
    )
    .replace(/^We canceled the trip\. (?=.)/, 'We canceled the trip: ')
    // As it stands in older histories.
    .replace(/^We can't run the trip on (.+?\d{4})\..*$/, 'We called off the trip on $1.')

/** The last trip date whose balance was due before today: yesterday, or later if the owner has set that it is due before the trip. */
export const lastOverdueTrip = (today: TripDate, { balanceDueDays }: Pick<Business, 'balanceDueDays'>): TripDate =>
  addDays(today, (balanceDueDays ?? 0) - 1)

export const awaitedUntil = (until: Date): string => `The spots are held for the deposit until ${formatUntil(until)}.`

/** What isn't asked for anymore of what would be owed: what lies between the total, what was paid and kept, and the balance. */
export const notAskedFor = ({
  outcome,
  total,
  kept,
  owed,
}: {
  outcome: TripOutcome | null
  total: Cents
  kept: Cents
  owed: Cents
}): Cents => (outcome === null || outcome === 'CALLED_OFF' ? 0 : Math.max(0, total - kept - owed))
