import { MANUAL_METHODS, type NewManualPayment, recordManualPayment } from '@arcadia/contract/admin/manual-payments'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { fullName } from '@arcadia/contract/full-name'
import { centsToDecimal, formatCents } from '@arcadia/contract/money'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { readAmount, typedAmount } from '../../forms/typed-amount.ts'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { AmountField, optional, SelectField, TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'

interface RecordPaymentDialogProps {
  /** As it was when the dialog opened; if the balance has changed since, the server says so. */
  booking: Pick<AdminBooking, 'id' | 'firstName' | 'lastName' | 'pendingAmount'>
  /** Receives the typed payment instead of sending it. */
  onTaken?: (payment: NewManualPayment) => void
  /** Other ways to take the money. */
  children?: ReactNode
  onClose: () => void
}

export function RecordPaymentDialog({ booking, onTaken, children, onClose }: RecordPaymentDialogProps) {
  const { id, firstName, lastName, pendingAmount: owed } = booking
  const isOwed = `${formatCents(owed)} is owed.`
  const { method, note } = recordManualPayment.body.shape
  const amount = typedAmount(owed, { tooMuch: isOwed, missing: 'Amount is required' })
  const form = useContractForm(z.object({ amount, method, note }), {
    amount: centsToDecimal(owed),
    method: 'CASH',
    note: '',
  })
  // One dialog is one payment, no matter how often its button is pressed or an answer gets lost.
  const [idempotencyKey] = useState(newIdempotencyKey)
  const send = form.submit(
    ({ amount: cents = owed, ...rest }) =>
      call(recordManualPayment, { params: { id }, body: { ...rest, amount: cents, owed } }, { idempotencyKey }),
    (_booking, { amount: cents = owed }) => {
      toast(`${formatCents(cents)} added.`)
      onClose()
    },
  )
  const handOn = form.submit(async ({ amount: cents = owed, ...rest }) => {
    onTaken?.({ ...rest, amount: cents })
    onClose()
  })
  const read = readAmount(form.watch('amount'), owed)
  return (
    <FormDialog
      title="Add payment"
      form={form}
      onSubmit={onTaken ? handOn : send}
      submit={'error' in read || read.amount === undefined ? 'Add' : `Add ${formatCents(read.amount)}`}
      busyLabel="Working..."
      onClose={onClose}
    >
      {children}
      <p>
        Money you took from {fullName({ firstName, lastName })} yourself. It counts as paid right away, and the customer
        gets an email if we have their address.
      </p>
      <AmountField {...form.field('amount')} label="Amount in dollars" help={isOwed} />
      <SelectField {...form.field('method')} label="Paid by">
        {method.options.map((one) => (
          <option key={one} value={one}>
            {MANUAL_METHODS[one].name}
          </option>
        ))}
      </SelectField>
      <TextField
        {...form.field('note')}
        label={optional(form.watch('method') === 'CHECK' ? 'Check number' : 'Note')}
        help="Guests never see this."
        maxLength={500}
        autoComplete="off"
      />
    </FormDialog>
  )
}
