import { formatCents } from '@arcadia/contract/money'
import { splitKept } from '@arcadia/contract/split-kept'
import type { OwnTrip } from '@arcadia/contract/trips'
import { keptOf } from '../my-bookings/manage-bookings.rules.ts'

/** What is left with us of a canceled trip, and what can become of it; undefined where nothing was paid. */
export function whatIsLeft(own: OwnTrip): { kept: number; onItsWay: number; says: string } | undefined {
  if (own.paidAmount === 0) return undefined
  const kept = keptOf(own)
  return { kept, onItsWay: own.paidAmount - own.refundedAmount - kept, says: kept > 0 ? saysOf(kept, own) : '' }
}

function saysOf(kept: number, own: OwnTrip): string {
  if (own.refundAskedAt) return 'You asked for a refund'
  if (own.canceledByUs) return 'For another date, or back to you'
  const { rest } = splitKept(kept, own)
  return rest > 0 ? `You can ask for ${formatCents(rest)} of it` : "It isn't refundable"
}
