import { type Cents, formatCents } from '@arcadia/contract/money'
import type { ComponentProps } from 'react'
import { useMay } from '../../session/use-may.ts'
import { CheckField, optional, TextField } from '../../ui/field.tsx'

interface EndedVoucherProps {
  /** What the voucher paid that is void or has expired. */
  ended: Cents
  renews: boolean
  lastDay: Omit<ComponentProps<typeof TextField>, 'label'>
  onChange: (renews: boolean) => void
}

/** A voucher that has ended takes nothing back unasked; an owner may renew it (docs/rules.md §13.7). */
export function EndedVoucher({ ended, renews, lastDay, onChange }: EndedVoucherProps) {
  const isOwner = useMay()('owner')
  return (
    <div className="grid gap-2">
      <p>
        {formatCents(ended)} was paid with a gift voucher that is void or has expired, so the guest couldn't use it.
        {!isOwner && ' Only an owner can renew the voucher to give that back.'}
      </p>
      {isOwner && (
        <CheckField
          label={`Renew the voucher and give the ${formatCents(ended)} back on it`}
          checked={renews}
          onChange={({ target }) => onChange(target.checked)}
        />
      )}
      {renews && (
        <TextField
          {...lastDay}
          type="date"
          label={optional('Good through')}
          help="A void voucher is replaced by one with a new code, an expired one gets this last day. We email it to the guest. One that was paid for never expires."
        />
      )}
    </div>
  )
}
