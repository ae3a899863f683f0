import { createHash } from 'node:crypto'
import type { BookedData } from '@arcadia/contract/bookings'
import { formatFullDate } from '@arcadia/contract/trip-date'
import type { Attempt, Purpose } from './payment-kind.ts'

/** Whether the outcome is still unknown. */
export const isOpen = ({ state }: Pick<Attempt, 'state'>) => state.is === 'asking' || state.is === 'unknown'

export const holdIdOf = (purpose: Purpose) => ('holdId' in purpose ? purpose.holdId : null)
export const bookingIdOf = (purpose: Purpose) => ('bookingId' in purpose ? purpose.bookingId : null)

/** Describes the trip in the provider's record of a charge. */
export const describeTrip = ({ numberOfGuests, packageType, selectedDate }: BookedData) =>
  `${numberOfGuests} x ${packageType}, ${formatFullDate(selectedDate)}`

/** One-way digest, to recognize a card token that is sent again. */
export const digestOf = (cardToken: string) => createHash('sha256').update(cardToken).digest()

/** Declines allowed before further attempts are refused (docs/rules.md §3.12). */
const BUDGETS = { hold: 3, user: 5, network: 10, holdWithoutBotToken: 1, networkWithoutBotToken: 2 }

export type Declines = typeof BUDGETS

/** Whose card-testing budget is spent, if any; the smaller budgets apply only without a bot token. */
export function spentBudget(declines: Declines, hasBotToken: boolean): 'own' | 'network' | undefined {
  const isSpent = (...budgets: (keyof Declines)[]) => budgets.some((budget) => declines[budget] >= BUDGETS[budget])
  if (isSpent('hold', 'user') || (!hasBotToken && isSpent('holdWithoutBotToken'))) return 'own'
  return isSpent('network') || (!hasBotToken && isSpent('networkWithoutBotToken')) ? 'network' : undefined
}

/** The least that a card pays toward a balance, unless less is owed, and how often in a day (docs/rules.md §3.29). */
export const LEAST_PART = 50_00
export const PARTS_A_DAY = 4

const SECOND = 1000
const MINUTE = 60 * SECOND

/** The window in which declines count against an account and a network. */
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
