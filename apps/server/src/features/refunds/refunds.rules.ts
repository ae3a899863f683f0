import type { BookingRefund } from '@arcadia/contract/admin/bookings'
import { type Cents, formatCents } from '@arcadia/contract/money'
import { type RefundOutcome, TRY_AGAIN } from '@arcadia/contract/refunds'

/** Splits an amount over these sources, in order (docs/rules.md §3.14). */
export function takeFrom<Source extends { restCents: number }>(
  sources: readonly Source[],
  amountCents: number,
): (Source & { cents: number })[] {
  let left = amountCents
  return sources.flatMap((source) => {
    const cents = Math.min(left, source.restCents)
    left -= cents
    return cents > 0 ? [{ ...source, cents }] : []
  })
}

/** The part of an order for one charge or other source. */
interface Part {
  amount_cents: number
  outcome: 'REFUNDED' | 'REFUSED' | 'WON_BACK' | null
}

export function sumOf(refunds: readonly Part[], outcome: Part['outcome']): number {
  return refunds.filter((refund) => refund.outcome === outcome).reduce((sum, refund) => sum + refund.amount_cents, 0)
}

/** What no refund gives back by itself, because what paid it can't be used anymore. */
export const describeEnded = (ended: Cents) =>
  `${formatCents(ended)} was paid with a gift voucher that is void or has expired, so it isn't given back until an owner renews the voucher.`

/** The amounts refunded, refused and still unknown. */
function sayAmounts(refunds: readonly Part[]): string[] {
  const [refunded, refused, open] = [sumOf(refunds, 'REFUNDED'), sumOf(refunds, 'REFUSED'), sumOf(refunds, null)]
  const said = refunded > 0 ? [`${formatCents(refunded)} was refunded.`] : []
  if (open > 0) said.push(`The ${formatCents(open)} refund is being confirmed. Please don't refund it again.`)
  if (refused > 0) said.push(`Refund failed: the payments provider refused ${formatCents(refused)}.`)
  return said
}

/** An order's outcome for whoever refunds: the amounts, what an ended voucher paid, and what to do next. */
export function describeRefund(
  refunds: readonly Part[],
  ended: Cents = 0,
  kind: BookingRefund['kind'] = 'REFUND',
): RefundOutcome {
  const message = [describeOutcome(kind, refunds)].filter(Boolean)
  const isRefused = sumOf(refunds, 'REFUSED') > 0
  if (isRefused) message.push(TRY_AGAIN)
  if (ended > 0) message.push(describeEnded(ended))
  const isOpen = sumOf(refunds, null) > 0
  return { success: !isOpen && !isRefused && ended === 0, message: message.join(' ') }
}

/** An order's outcome for the history: what went back, or never went out, by what was ordered. */
export function describeOutcome(kind: BookingRefund['kind'], parts: readonly Part[]): string {
  const done = formatCents(sumOf(parts, 'REFUNDED'))
  if (kind === 'GIVEN_BACK') return `${done} was given back.`
  const isVoided = kind === 'VOID' && parts.every(({ outcome }) => outcome === 'REFUNDED')
  return isVoided ? `${done} was canceled before it was charged.` : sayAmounts(parts).join(' ')
}

/** Whether the guest still owes what went back; nothing of what had been paid above the total. */
export function describeAnswer({ still_owes }: { still_owes: boolean }, cents: Cents): string {
  if (cents === 0) return ''
  return still_owes ? ` ${formatCents(cents)} of it is still owed.` : " It isn't owed anymore."
}
