import { type Cents, formatCents } from '@arcadia/contract/money'
import type { ComponentProps } from 'react'
import './tips.css'

/** The choice of another amount than those offered. */
export const OWN = 'OWN'

interface TipAmountsProps extends ComponentProps<'input'> {
  amounts: readonly Cents[]
  /** The chosen one, where no form holds it. */
  chosen?: string
}

/** Three amounts and one's own. */
export function TipAmounts({ amounts, chosen, ...radio }: TipAmountsProps) {
  const choices = [...amounts.map((amount) => ({ value: String(amount), amount })), { value: OWN, amount: undefined }]
  return (
    <fieldset className="tip-amounts">
      <legend className="sr">Amount</legend>
      {choices.map(({ value, amount }) => (
        <label key={value}>
          <input type="radio" {...radio} value={value} {...(chosen !== undefined && { checked: chosen === value })} />
          <span className={amount === undefined ? 'tip-amounts__own' : 'num'}>
            {amount === undefined ? 'Other' : formatCents(amount).replace(/\.00$/, '')}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
