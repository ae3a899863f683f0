import type { quote } from '@arcadia/contract/configuration'
import { privateInWords } from '@arcadia/contract/private-mornings'
import { anglers, type Group, ridersInWords } from '@arcadia/contract/riders'
import { Money } from '../../ui/money.tsx'
import type { TypedVoucher } from '../gift-vouchers/voucher-field.tsx'
import { BalanceDue } from './balance-due.tsx'
import type { lessVoucher } from './wizard-state.ts'

/** What is bought, each with its amount, so that the lines add up to the total. */
export const partyRows = (sum: ReturnType<typeof quote>, { numberOfGuests, riders }: Group) => [
  {
    label: (
      <>
        {anglers(numberOfGuests)} × <Money cents={sum.price} />
      </>
    ),
    value: <Money cents={sum.price * numberOfGuests} />,
  },
  riders > 0 && { label: ridersInWords(riders), value: <Money cents={sum.forRiders} /> },
  sum.emptySpots > 0 && { label: privateInWords(sum.emptySpots), value: <Money cents={sum.forEmptySpots} /> },
  sum.total > sum.price * numberOfGuests && { label: 'Total', value: <Money cents={sum.total} /> },
]

/** How the total is paid: by gift, later, and today, or `isSent` already. */
export function dueRows(
  { covered, balance, due }: ReturnType<typeof lessVoucher>,
  voucher: TypedVoucher | null,
  isSent = false,
) {
  const { typed: code = '', left = 0 } = voucher ?? {}
  const isAll = balance + due === 0
  return [
    covered > 0 && {
      label: code ? `Gift ...${code.slice(-4).toUpperCase()}` : 'Gift',
      value: (
        <>
          <Money cents={-covered} />
          {isAll && <span className="block small">Nothing left to pay</span>}
          {left > covered && (
            <span className="block small">
              <Money cents={left - covered} /> stays on it
            </span>
          )}
        </>
      ),
    },
    !isAll && { label: <BalanceDue />, value: <Money cents={balance} /> },
    due > 0 && {
      label: isSent ? 'Deposit, being confirmed' : 'Deposit due today',
      value: <Money cents={due} />,
      isDue: true,
    },
  ]
}
