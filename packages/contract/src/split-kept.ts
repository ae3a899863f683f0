import type { Booking } from './bookings.ts'
import { type Cents, formatCents } from './money.ts'

/**
 * Of what a guest paid and didn't get back: the deposit isn't refundable, the rest can be asked for, but for what a voucher's
 * trip is worth above its price (docs/rules.md §3.3).
 */
export function splitKept(
  kept: Cents,
  { depositAmount, surplusAmount }: Pick<Booking, 'depositAmount' | 'surplusAmount'>,
): { says: string; rest: Cents; restInWords: string } {
  const deposit = Math.min(kept, depositAmount)
  const says = `Your ${formatCents(deposit)} deposit isn't refundable.`
  const rest = Math.max(0, kept - Math.max(depositAmount, surplusAmount))
  const isAll = deposit + rest === kept
  return {
    says,
    rest,
    restInWords: isAll ? `the other ${formatCents(rest)} you paid` : `${formatCents(rest)} of what you paid`,
  }
}
