import type { Booking } from '@arcadia/contract/bookings'
import { formatCents } from '@arcadia/contract/money'
import { splitKept } from '@arcadia/contract/split-kept'
import { Money } from '../../ui/money.tsx'
import { keptOf } from './manage-bookings.rules.ts'

type Paid = Parameters<typeof keptOf>[0] &
  Parameters<typeof splitKept>[1] &
  Pick<Booking, 'refundAskedAt' | 'refundDeclined' | 'canceledByUs' | 'wasCalledOff'>

/** What became of the money of a canceled trip that did not go back; undefined where nothing was paid. */
export function whatIsLeft(of: Paid) {
  if (of.paidAmount === 0) return undefined
  const cents = keptOf(of)
  const onItsWay = of.paidAmount - of.refundedAmount - cents
  return cents > 0 ? { onItsWay, kept: { cents, ...inWords(of, cents) } } : { onItsWay }
}

/** What can still go back is with us; what can't is kept. Of a trip that we didn't run, the head of the page says the rest. */
function inWords(of: Paid, cents: number): { label: 'Still with us' | 'Kept'; says: string } {
  const label = 'Still with us'
  if (of.canceledByUs || of.wasCalledOff) return { label, says: '' }
  if (of.refundAskedAt) return { label, says: 'You asked for a refund' }
  if (of.refundDeclined) return { label: 'Kept', says: 'Not refunded' }
  const { rest } = splitKept(cents, of)
  return rest > 0
    ? { label, says: `You can ask for ${formatCents(rest)} of it` }
    : { label: 'Kept', says: "It isn't refundable" }
}

/** The same, as what the sum of a canceled trip ends with. */
export function leftRows(of: Paid) {
  const { onItsWay = 0, kept } = whatIsLeft(of) ?? {}
  return [
    onItsWay > 0 && { label: 'On its way back to you', value: <Money cents={onItsWay} /> },
    kept !== undefined && {
      label: (
        <>
          {kept.label}
          {kept.says && <small className="block font-normal text-ink-2">{kept.says}</small>}
        </>
      ),
      value: <Money cents={kept.cents} />,
      isDue: true,
    },
  ]
}
