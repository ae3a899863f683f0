import { PAY_METHODS, type PayMethod } from '@arcadia/contract/admin/manual-payments'
import type { ComponentProps } from 'react'
import { optional, TextField } from '../ui/field.tsx'

/** Options of a select that asks how something is paid. */
export const MethodOptions = ({ of }: { of: readonly PayMethod[] }) =>
  of.map((method) => (
    <option key={method} value={method}>
      {PAY_METHODS[method].name}
    </option>
  ))

/** What to remember of a payment by hand. */
export function PaymentNoteField({
  method,
  ...field
}: { method: string } & Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      {...field}
      label={optional(method === 'CHECK' ? 'Check number' : 'Note')}
      help="Guests never see this."
      maxLength={500}
      autoComplete="off"
    />
  )
}
