import { formatCents } from '@arcadia/contract/money'
import { splitKept } from '@arcadia/contract/split-kept'
import type { OwnTrip } from '@arcadia/contract/trips'
import { keptOf } from '../my-bookings/manage-bookings.rules.ts'

/** What became of the money of a canceled trip that did not go back; undefined where nothing was paid. */
export function whatIsLeft(own: OwnTrip) {
  if (own.paidAmount === 0) return undefined
  const cents = keptOf(own)
  const onItsWay = own.paidAmount - own.refundedAmount - cents
  return cents > 0 ? { onItsWay, kept: { cents, ...inWords(own, cents) } } : { onItsWay }
}

/** What can still go back is with us; what can't is kept. Of a trip that we didn't run, the head of the page says the rest. */
function inWords(own: OwnTrip, cents: number): { label: 'Still with us' | 'Kept'; says: string } {
  const label = 'Still with us'
  if (own.canceledByUs || own.wasCalledOff) return { label, says: '' }
  if (own.refundAskedAt) return { label, says: 'You asked for a refund' }
  if (own.refundDeclined) return { label: 'Kept', says: 'Not refunded' }
  const { rest } = splitKept(cents, own)
  return rest > 0
    ? { label, says: `You can ask for ${formatCents(rest)} of it` }
    : { label: 'Kept', says: "It isn't refundable" }
}
