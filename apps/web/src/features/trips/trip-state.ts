import { formatUntil } from '@arcadia/contract/bookings'
import type { Business } from '@arcadia/contract/business'
import { whyCalledOff } from '@arcadia/contract/day-moves'
import { formatCents } from '@arcadia/contract/money'
import { PAYMENT_PROCESSING_MESSAGE } from '@arcadia/contract/payments'
import { readPin } from '@arcadia/contract/site/business-words'
import { callUs } from '@arcadia/contract/site/contact-words'
import { capitalized, numberWord } from '@arcadia/contract/site/number-words'
import { skyOf } from '@arcadia/contract/site/trip-sky'
import { askWhy, backOnVoucher, refundedByUs, splitKept, stillWithUs } from '@arcadia/contract/split-kept'
import {
  addDays,
  formatDate,
  formatShortDate,
  type TripDate,
  venueDate,
  venueInstant,
} from '@arcadia/contract/trip-date'
import { hasBegun, isOver, startOf } from '@arcadia/contract/trip-over'
import type { OwnTrip, Trip } from '@arcadia/contract/trips'
import { firstOf, movedInWords, type ToDo } from '../bookings/trip-to-do.ts'
import { keptOf, refundAsked, whatIsKept } from '../my-bookings/manage-bookings.rules.ts'

/** Every state that a trip's page tells apart. */
export type TripState =
  | 'AWAITS_DEPOSIT'
  | 'CONFIRMING'
  | 'AWAITS_GUIDE'
  | 'TO_COME'
  | 'TODAY'
  | 'CANCELED'
  | 'NO_SHOW'
  | 'OVER'

export function stateOf(trip: Trip, business: Business, now: number): TripState {
  const { status, outcome, selectedDate, own } = trip
  if (status === 'CANCELLED') return 'CANCELED'
  if (outcome === 'NO_SHOW') return 'NO_SHOW'
  if (status === 'COMPLETED' || isOver(trip, business, now)) return 'OVER'
  if (status === 'CONFIRMED') return now >= eveningBefore(selectedDate) ? 'TODAY' : 'TO_COME'
  if (own?.depositUntil) return 'AWAITS_DEPOSIT'
  return own && own.paidAmount < own.depositAmount ? 'CONFIRMING' : 'AWAITS_GUIDE'
}

/** From when on the page is that of the day (docs/rules.md §2.33). */
const eveningBefore = (date: TripDate) => venueInstant(addDays(date, -1), '18:00').getTime()

/** Whether the page of the day is still dark: until sunrise, or where its pin isn't set, until the start. */
export function isBeforeDawn(trip: Pick<Trip, 'selectedDate'>, business: Business, now: number): boolean {
  const pin = business.meetingPin ? readPin(business.meetingPin) : undefined
  const dawn = pin ? skyOf(trip.selectedDate, pin).sunrise : startOf(trip, business)
  return now < dawn.getTime()
}

/** `Jordan` of `Capt. Jordan Lee`. */
export const guideFirstName = (name: string): string => firstOf(name.replace(/^capt(ain|\.)?\s+/i, ''))

const LATE_AT_MOST_MS = 3_600_000

/** Whether whoever was late is on the boat by now. */
export const isUnderWay = (trip: Pick<Trip, 'selectedDate'>, business: Business, now: number): boolean =>
  hasBegun(trip, business, now - LATE_AT_MOST_MS)

/** The headline beside the poster, and what is to be said below it. */
export function headlineOf(
  trip: Trip,
  toDos: readonly ToDo[],
  business: Business,
  now: number,
): { headline: string; sentences: string[]; news?: string | undefined } {
  const { firstName, key } = trip
  const left = toDos.filter(({ isDone }) => !isDone).length
  // A link to one share knows whose it is.
  const reader = trip.share ? `, ${firstOf(trip.share.name)}` : ''
  const things = `${capitalized(numberWord(left))} ${left === 1 ? 'thing' : 'things'} to do${reader}`
  switch (stateOf(trip, business, now)) {
    case 'CANCELED':
      return {
        headline: 'Canceled',
        sentences: [whoCanceled(trip, business, now), ...moneyOf(trip, business)],
      }
    case 'NO_SHOW':
      return {
        headline: 'We missed you',
        sentences: [
          `We waited at ${business.meetingName || 'the landing'} and you didn't make it. ${pleaseCall(business)} We'll see what we can do.`,
        ],
      }
    case 'OVER':
      return {
        headline: key === 'GROUP' ? 'Thanks for coming' : `Thanks, ${firstName}`,
        sentences: ['It was good to have you on the boat.'],
      }
    case 'AWAITS_DEPOSIT':
      return {
        headline: things,
        sentences: [`We're keeping your spots until ${formatUntil(trip.own!.depositUntil!)}.`],
      }
    case 'CONFIRMING':
      return { headline: 'Booked', sentences: [PAYMENT_PROCESSING_MESSAGE] }
    case 'AWAITS_GUIDE':
      return {
        headline: 'Almost there',
        sentences: ["This booking isn't confirmed yet. We'll email you as soon as it is."],
      }
    default:
      return {
        headline: left > 0 ? things : `You're all set${reader}`,
        sentences: [],
        news: movedInWords(trip, business, now) || newsOf(trip, venueDate(new Date(now))),
      }
  }
}

/** The number stands on the button beside it. */
const pleaseCall = (business: Business) => (business.phone ? 'Please call us.' : callUs(business))

/** Who canceled, and what follows but for what was paid. */
function whoCanceled(trip: Trip, business: Business, now: number): string {
  const { own, firstName, selectedDate } = trip
  if (own?.canceledByUs) {
    const says = "We canceled your trip, and you don't owe anything for it."
    if (own.cancelReason !== null) return says
    return `${says} ${business.phone ? "If you'd like to know why, call or text us." : askWhy(business)}`.trimEnd()
  }
  if (own?.wasCalledOff && trip.calledOff)
    return `${whyCalledOff(trip.calledOff)} ${own.paidAmount > keptOf(own) ? 'You chose your money back.' : "You canceled it, and you don't owe anything for it."}`
  if (!own) return `This trip is canceled, and there's nothing for you to do. For another date, ask ${firstName}.`
  const says = own.canceledByGuest ? 'You canceled this trip' : 'This trip is canceled'
  const spots = selectedDate > venueDate(new Date(now)) ? ', and your spots are open to others again' : ''
  return `${says}${spots}. You don't owe anything for it.`
}

/** Whether money of a trip that we canceled is still with us: its guest picks another date or gets it back. */
export const isKeptByUs = ({ own }: Trip): boolean => own?.canceledByUs === true && keptOf(own) > 0

/** What became of the money of a canceled trip. */
function moneyOf(trip: Trip, business: Business): string[] {
  const { own } = trip
  if (!own) return []
  const kept = keptOf(own)
  const refunded = refundedByUs(own) - own.refundedToVouchers
  return [
    refunded > 0 && `We refunded ${formatCents(refunded)}${own.refundedTo ? ` to ${own.refundedTo}` : ''}.`,
    own.refundedToVouchers > 0 && backOnVoucher(own.refundedToVouchers),
    saysKept(trip, own),
    kept > 0 && own.canceledByUs && !business.phone && callUs(business),
    !own.canceledByUs &&
      !own.refundAskedAt &&
      (own.wasCalledOff
        ? kept > 0 && !own.refundDeclined
        : own.refundableAmount === 0 && splitKept(kept, own).rest > 0) &&
      pleaseCall(business),
  ].filter((says) => says !== false)
}

/** What becomes of what we keep. Of a trip that we canceled, its two choices stand below, and a request with them. */
function saysKept(trip: Trip, own: OwnTrip): string | false {
  if (isKeptByUs(trip)) return `${stillWithUs(keptOf(own), own)}.`
  if (own.refundAskedAt) return refundAsked(own.refundAskedAt)
  return keptOf(own) > 0 && (whatIsKept(own) || false)
}

/**
 * What became of a day that was called off; to friends, who knew the first date, also that it is another one. Only while it
 * helps (docs/rules.md §2.34).
 */
function newsOf({ calledOff, selectedDate, movedFrom, key }: Trip, today: TripDate): string | undefined {
  if (calledOff?.date === selectedDate)
    return calledOff.state === 'WITHDRAWN' ? 'Your trip is on after all. Your booking stays as it is.' : undefined
  if (selectedDate === today) return undefined
  const from = key === 'GROUP' ? movedFrom : calledOff && calledOff.date >= today ? calledOff.date : null
  if (!from) return undefined
  const written = from.slice(0, 4) === selectedDate.slice(0, 4) ? formatShortDate : formatDate
  return `Moved from ${written(from)} to ${written(selectedDate)}.`
}

/** `In 2 hours 56 minutes.`; empty once it has begun. */
export function untilStart(now: number, start: Date): string {
  const minutes = Math.ceil((start.getTime() - now) / 60_000)
  if (minutes <= 0) return ''
  const parts = [
    { count: Math.floor(minutes / 60), unit: 'hour' },
    { count: minutes % 60, unit: 'minute' },
  ]
  const says = parts
    .filter(({ count }) => count > 0)
    .map(({ count, unit }) => `${count} ${unit}${count === 1 ? '' : 's'}`)
  return `In ${says.join(' ')}.`
}
