import { createHash } from 'node:crypto'
import type { BookedData, BookingData } from '@arcadia/contract/booking-data'
import { type Cents, formatCents } from '@arcadia/contract/money'
import type { BookingPayment } from '@arcadia/contract/payments'
import { ridersInWords } from '@arcadia/contract/riders'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { AppError } from '../../http/app-error.ts'
import type { HoldRow } from '../holds/current-hold.ts'
import { quoteOfHold } from '../holds/holds.rules.ts'
import type { Attempt, Press, Purpose } from './payment-kind.ts'

/** Whether the outcome is still unknown. */
export const isOpen = ({ state }: Pick<Attempt, 'state'>) => state.is === 'asking' || state.is === 'unknown'

export const holdIdOf = (purpose: Purpose) => ('holdId' in purpose ? purpose.holdId : null)
export const shareIdOf = (purpose: Purpose) => ('shareId' in purpose ? purpose.shareId : null)
export const bookingIdOf = (purpose: Purpose) => ('bookingId' in purpose ? purpose.bookingId : null)

/** Describes the trip in the provider's record of a charge. */
export const describeTrip = ({ numberOfGuests, packageType, selectedDate }: BookedData) =>
  `${numberOfGuests} x ${packageType}, ${formatFullDate(selectedDate)}`

/** The key of a payment that may come without a hold: without one, a repeated request would be a second payment. */
export function requireKey({ key }: Pick<Press, 'key'>): string {
  if (key !== undefined) return key
  const message = 'A payment without a hold needs an Idempotency-Key.'
  throw new AppError('invalid-input', { path: 'Idempotency-Key', message })
}

/** One-way digest, to recognize a card token that is sent again. */
export const digestOf = (cardToken: string) => createHash('sha256').update(cardToken).digest()

/** A declined card that counts for a payment: of its hold, its payer (the account or the payment link) or its network. */
export interface Decline {
  at: Date
  isOfHold: boolean
  isOfPayer: boolean
  isOfNetwork: boolean
  hasBotToken: boolean
}

/** Declines allowed before further attempts are refused (docs/rules.md §3.12); the last two apply only without a bot token. */
const BUDGETS = [
  { of: 'payer', atMost: 5 },
  { of: 'hold', atMost: 3 },
  { of: 'network', atMost: 10 },
  { of: 'hold', atMost: 1, withoutBotToken: true },
  { of: 'network', atMost: 2, withoutBotToken: true },
] as const

const COUNTS = { hold: 'isOfHold', payer: 'isOfPayer', network: 'isOfNetwork' } as const

/**
 * Whose card-testing budget is spent, if any, and until when. A network's is the payer's own if no other card was tried.
 * @param declines newest first
 * @param holdUntil when the hold ends, and what it counts with it
 */
export function spentBudget(
  declines: readonly Decline[],
  hasBotToken: boolean,
  holdUntil: Date | undefined,
): { whose: keyof typeof COUNTS; until: Date } | undefined {
  const spent = BUDGETS.flatMap(({ of, atMost, ...only }) => {
    const withoutToken = 'withoutBotToken' in only
    if (withoutToken && hasBotToken) return []
    const counted = declines.filter((one) => one[COUNTS[of]] && !(withoutToken && one.hasBotToken))
    const lastToEnd = counted[atMost - 1]
    if (!lastToEnd) return []
    const until = (of === 'hold' && holdUntil) || new Date(lastToEnd.at.getTime() + BUDGET_WINDOW_MS)
    return [{ whose: of === 'network' && counted.every((one) => one.isOfPayer) ? ('payer' as const) : of, until }]
  })
  const until = new Date(Math.max(...spent.map((one) => one.until.getTime())))
  return spent[0] && { whose: spent[0].whose, until }
}

/** Where a payment names another date, group, package or amount than its hold, or says that others may or may not come along, each with the right value. */
export function describeDifferences(
  { bookingData, paymentData }: BookingPayment,
  hold: HoldRow,
  due: number,
  agreed: Pick<BookingData, 'packageType' | 'riders'> = bookingData,
): { path: string; message: string }[] {
  const { packageType, riders = 0 } = agreed
  const details: { path: string; message: string }[] = []
  if (bookingData.selectedDate !== hold.trip_date)
    details.push({ path: 'bookingData.selectedDate', message: `The hold is for ${formatFullDate(hold.trip_date)}.` })
  if (bookingData.numberOfGuests !== hold.number_of_guests)
    details.push({ path: 'bookingData.numberOfGuests', message: `The hold is for ${hold.number_of_guests} anglers.` })
  const isPrivate = hold.private_spots !== null
  if ((bookingData.isPrivate ?? isPrivate) !== isPrivate)
    details.push({
      path: 'bookingData.isPrivate',
      message: `The hold is ${isPrivate ? '' : 'not '}for a private morning.`,
    })
  if (paymentData.amount !== due)
    details.push({
      path: 'paymentData.amount',
      message: describeDue(quoteOfHold(hold, packageType, hold.number_of_guests).deposit, due),
    })
  if (bookingData.packageType !== packageType)
    details.push({ path: 'bookingData.packageType', message: `The package being paid is ${packageType}.` })
  if ((bookingData.riders ?? 0) !== riders)
    details.push({
      path: 'bookingData.riders',
      message: `This booking has ${riders > 0 ? ridersInWords(riders) : 'no riders'}.`,
    })
  return details
}

function describeDue(deposit: Cents, due: Cents): string {
  if (due === deposit) return `The deposit is ${formatCents(due)}.`
  return `${formatCents(due)} of the ${formatCents(deposit)} deposit is left to pay by card.`
}

/** The least that a card pays toward a balance, unless less is owed, and how often in a day (docs/rules.md §3.29). */
export const LEAST_PART = 50_00
export const PARTS_A_DAY = 4

const SECOND = 1000
const MINUTE = 60 * SECOND

/** The window in which declines count against an account or link, and a network. */
export const BUDGET_WINDOW_MS = 60 * MINUTE

/** A process that has not renewed its lease for this long is considered dead, and the settlement takes over. */
export const LEASE_MS = 30 * SECOND
export const RENEW_EVERY_MS = 10 * SECOND
export const leaseFrom = (now: Date) => new Date(now.getTime() + LEASE_MS)

/** Voiding earlier is unsafe, because the first request may still be on its way to the provider. */
export const VOID_AFTER_MS = 2 * MINUTE
/** After this, the owner is notified and decides. */
export const REVIEW_AFTER_MS = 10 * MINUTE

/** The wait before the next try: short at first, and never so long that a payment stays unknown for minutes after an outage. */
export function retryDelay(tries: number): number {
  return Math.min(MINUTE, SECOND * 2 ** Math.min(tries, 9))
}
