import { formatCents } from '@arcadia/contract/money'
import { formatFullDate } from '@arcadia/contract/trip-date'

/** What differs between a payment and what it is compared with, each naming the right value. */
export function differences(
  asked: { selectedDate: string; numberOfGuests: number; amountCents: number },
  right: { selectedDate: string; numberOfGuests: number; amountCents: number },
): { path: string; message: string }[] {
  const found: { path: string; message: string }[] = []
  if (asked.selectedDate !== right.selectedDate)
    found.push({ path: 'bookingData.selectedDate', message: `The date held is ${formatFullDate(right.selectedDate)}.` })
  if (asked.numberOfGuests !== right.numberOfGuests)
    found.push({ path: 'bookingData.numberOfGuests', message: `The party held is ${right.numberOfGuests}.` })
  if (asked.amountCents !== right.amountCents)
    found.push({ path: 'paymentData.amount', message: `The deposit is ${formatCents(right.amountCents)}.` })
  return found
}

/** As history and the provider's record of a charge call what is paid. */
export const LABELS = { DEPOSIT: 'Deposit', BALANCE: 'Balance' }

/** Declines before the next try is refused (docs/rules.md §3.12). */
const BUDGETS = { hold: 3, user: 5, network: 10, holdWithoutBotToken: 1, networkWithoutBotToken: 2 }

/** Whether the card-testing budget is spent; the small ones count only for a try without a bot token. */
export function isBudgetSpent(declines: typeof BUDGETS, hasBotToken: boolean): boolean {
  if (declines.hold >= BUDGETS.hold || declines.user >= BUDGETS.user || declines.network >= BUDGETS.network) return true
  return (
    !hasBotToken &&
    (declines.holdWithoutBotToken >= BUDGETS.holdWithoutBotToken ||
      declines.networkWithoutBotToken >= BUDGETS.networkWithoutBotToken)
  )
}

const SECOND = 1000
const MINUTE = 60 * SECOND

/** How far back declines count against an account and a network. */
export const BUDGET_WINDOW_MS = 60 * MINUTE

/** A process that stopped renewing for this long is gone, and the settlement takes its attempts over. */
export const LEASE_MS = 30 * SECOND
export const RENEW_EVERY_MS = 10 * SECOND
export const leaseFrom = (now: Date) => new Date(now.getTime() + LEASE_MS)

/** Not earlier: the first try may still be on its way to the provider. */
export const VOID_AFTER_MS = 2 * MINUTE
/** Then the owner is told and decides. */
export const REVIEW_AFTER_MS = 10 * MINUTE

/** How long the settlement waits before its next try: soon at first, then ever more patiently. */
export function retryDelay(tries: number): number {
  return Math.min(5 * MINUTE, SECOND * 2 ** Math.min(tries, 9))
}
