import { type Cents, formatCents } from '@arcadia/contract/money'
import { SelectField } from '../../ui/field.tsx'

interface WhatToPayProps {
  deposit: Cents
  owed: Cents
  paysAll: boolean
  disabled: boolean
  onChange: (paysAll: boolean) => void
}

/** Where the deposit is not paid yet, and a card may pay the balance too. */
export function WhatToPay({ deposit, owed, paysAll, disabled, onChange }: WhatToPayProps) {
  return (
    <SelectField
      label="What to pay"
      value={paysAll ? 'all' : 'deposit'}
      disabled={disabled}
      onChange={({ target }) => onChange(target.value === 'all')}
    >
      <option value="deposit">The deposit, {formatCents(deposit)}</option>
      <option value="all">Everything, {formatCents(owed)}</option>
    </SelectField>
  )
}
