import type { Booking } from '@arcadia/contract/bookings'
import type { Business } from '@arcadia/contract/business'
import type { Cents } from '@arcadia/contract/money'
import { REFUND_ANSWER } from '@arcadia/contract/refunds'
import { capitalized } from '@arcadia/contract/site/number-words'
import { keptByUs, splitKept, stillWithUs } from '@arcadia/contract/split-kept'
import { daysBetween, formatShortDate, type TripDate, venueDate } from '@arcadia/contract/trip-date'
import { isOver } from '@arcadia/contract/trip-over'

const relativeDays = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** `in 12 days`, `tomorrow`, `today` */
export function countdown(date: TripDate, today: TripDate): string {
  return relativeDays.format(daysBetween(today, date), 'day')
}

const written = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  return (date: TripDate) => format.format(new Date(date))
}
const shortMonth = written({ month: 'short' })

/** `Thursday` */
export const weekday = written({ weekday: 'long' })

/** `Today, Thursday`, `Tomorrow, Friday`; later ones `Saturday, in 2 days`. */
export function weekdayNear(date: TripDate, today: TripDate): string {
  const until = countdown(date, today)
  return daysBetween(today, date) > 1 ? `${weekday(date)}, ${until}` : `${capitalized(until)}, ${weekday(date)}`
}

/** `Jun 2026`: bookings can be a year ahead. */
export function monthAndYear(date: TripDate): string {
  return `${shortMonth(date)} ${date.slice(0, 4)}`
}

/** For the list's sections, and what is told before a trip: until its last known hour, as on its page (docs/rules.md §2.33). */
export function isUpcoming(booking: Booking, business: Business, now: number): boolean {
  return (booking.status === 'PENDING' || booking.status === 'CONFIRMED') && !isOver(booking, business, now)
}

/** What a booking's deposit is told by. */
export type Waiting = Pick<Booking, 'status' | 'paidAmount' | 'depositAmount' | 'depositUntil'>

/**
 * For pending bookings: the deposit's payment is being confirmed, so it isn't still due and the owner didn't set
 * pending.
 */
export function awaitsPayment({ status, paidAmount, depositAmount, depositUntil }: Waiting): boolean {
  return status === 'PENDING' && depositUntil === null && paidAmount < depositAmount
}

/** Includes bookings whose deposit is still due. */
export function canPayBalance({ status, pendingAmount, depositUntil }: Booking): boolean {
  return (status === 'CONFIRMED' || status === 'COMPLETED' || depositUntil !== null) && pendingAmount > 0
}

/** What a guest paid and got nothing back of, nor is about to. What was paid by hand can have been given back. */
export const keptOf = ({
  paidAmount,
  refundedAmount,
  refundableAmount,
  cashAmount,
}: Pick<Booking, 'paidAmount' | 'refundedAmount' | 'refundableAmount' | 'cashAmount'>): Cents =>
  Math.min(paidAmount - refundedAmount, refundableAmount + cashAmount)

/** Whether its guest is offered to ask for a refund: not for what was paid by hand, and once at a time (docs/rules.md §2.31). */
export const canAskRefund = ({
  status,
  refundableAmount,
  refundAskedAt,
}: Pick<Booking, 'status' | 'refundableAmount' | 'refundAskedAt'>): boolean =>
  status !== 'PENDING' && refundableAmount > 0 && refundAskedAt === null

/** Of a canceled booking: whose choice it is if we canceled it or called off its day, else the deposit and what can be asked for. */
export function whatIsKept(
  booking: Parameters<typeof keptOf>[0] &
    Parameters<typeof splitKept>[1] &
    Pick<Booking, 'refundAskedAt' | 'refundDeclined' | 'canceledByUs' | 'wasCalledOff'>,
): string {
  const kept = keptOf(booking)
  if (booking.canceledByUs) return keptForThem(kept, booking)
  if (booking.refundDeclined) return ''
  if (booking.wasCalledOff) return `${stillWithUs(kept, booking)}.`
  const { says, rest, restInWords } = splitKept(kept, booking)
  if (booking.refundAskedAt) return says
  if (rest > 0) return `${says} You can ask for a refund of ${restInWords}.`
  return booking.refundableAmount > 0 ? `${says} ${UNUSUAL}` : says
}

/** Said of an open request, on every screen. */
export const refundAsked = (askedAt: Date): string =>
  `You asked for a refund on ${formatShortDate(venueDate(askedAt))}. ${REFUND_ANSWER}`

/** Said of a request that we declined, on every screen, above what was written for its guest (docs/rules.md §2.31). */
export const declinedInWords = ({ askedAt }: NonNullable<Booking['refundDeclined']>): string =>
  `We looked at your request of ${formatShortDate(venueDate(askedAt))} and can't refund this.`

/** Once it was asked for, it is still theirs for another date. */
const keptForThem = (kept: Cents, booking: Pick<Booking, 'paidAmount' | 'refundAskedAt' | 'refundDeclined'>): string =>
  booking.refundAskedAt || booking.refundDeclined
    ? `${stillWithUs(kept, booking)}: you can still pick another date.`
    : keptByUs(kept, booking)

/** Whether a trip that we canceled waits for its guest to choose what becomes of what they paid. */
export const awaitsChoice = (
  booking: Parameters<typeof keptOf>[0] & Pick<Booking, 'refundAskedAt' | 'canceledByUs'>,
): boolean => booking.canceledByUs && keptOf(booking) > 0 && booking.refundAskedAt === null

/** Also to who asks (docs/rules.md §2.31). */
export const UNUSUAL = "If something unusual happened, tell us and we'll take a look."
