import { Money } from '../../ui/money.tsx'
import type { TypedVoucher } from '../gift-vouchers/voucher-field.tsx'
import { BalanceDue } from './balance-due.tsx'
import type { lessVoucher } from './wizard-state.ts'

/** How the total is paid: by gift voucher, later, and today. */
export function dueRows({ covered, balance, due }: ReturnType<typeof lessVoucher>, voucher: TypedVoucher | null) {
  const { typed: code = '', left = 0 } = voucher ?? {}
  const isAll = balance + due === 0
  return [
    covered > 0 && {
      label: code ? `Gift voucher ...${code.slice(-4).toUpperCase()}` : 'Gift voucher',
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
    due > 0 && { label: 'Deposit due today', value: <Money cents={due} />, isDue: true },
  ]
}
