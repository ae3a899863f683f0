import {
  ManualMethod,
  type NewManualPayment,
  PayMethod,
  recordManualPayment,
} from '@arcadia/contract/admin/manual-payments'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { fullName } from '@arcadia/contract/full-name'
import { centsToDecimal, formatCents } from '@arcadia/contract/money'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { MethodOptions, PaymentNoteField } from '../../forms/method-fields.tsx'
import { readAmount, typedAmount } from '../../forms/typed-amount.ts'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { AmountField, SelectField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { pickedShare, WhoseField } from '../shares/whose-field.tsx'

interface RecordPaymentDialogProps {
  /** As it was when the dialog opened; if the balance has changed since, the server says so. */
  booking: Pick<AdminBooking, 'id' | 'firstName' | 'lastName' | 'pendingAmount'>
  /** Receives the typed payment instead of sending it. */
  onTaken?: (payment: NewManualPayment) => void
  /** Takes it by card instead, with a link. */
  byCard?: { make: () => void; isBusy: boolean; error: string | undefined } | undefined
  onClose: () => void
}

export function RecordPaymentDialog({ booking, onTaken, byCard, onClose }: RecordPaymentDialogProps) {
  const { id, firstName, lastName, pendingAmount: owed } = booking
  const isOwed = `${formatCents(owed)} is owed.`
  const { note } = recordManualPayment.body.shape
  const amount = typedAmount(owed, { tooMuch: isOwed, missing: 'Amount is required' })
  const form = useContractForm(z.object({ amount, method: ManualMethod, note, share: z.string() }), {
    amount: centsToDecimal(owed),
    method: 'CASH',
    note: '',
    share: '',
  })
  // One dialog is one payment, no matter how often its button is pressed or an answer gets lost.
  const [idempotencyKey] = useState(newIdempotencyKey)
  const send = form.submit(
    ({ amount: cents = owed, share, ...rest }) => {
      const body = { ...rest, ...pickedShare(share), amount: cents, owed }
      return call(recordManualPayment, { params: { id }, body }, { idempotencyKey })
    },
    (_booking, { amount: cents = owed }) => {
      toast(`${formatCents(cents)} added.`)
      onClose()
    },
  )
  const handOn = form.submit(async ({ amount: cents = owed, share, ...rest }) => {
    onTaken?.({ ...rest, ...pickedShare(share), amount: cents })
    onClose()
  })
  const [title, verb] = onTaken ? ['Take payment', 'Take'] : ['Add payment', 'Add']
  const read = readAmount(form.watch('amount'), owed)
  const method = form.watch('method')
  const methodField = (
    <SelectField {...form.field('method')} label="Paid by">
      <MethodOptions of={byCard ? PayMethod.options : ManualMethod.options} />
    </SelectField>
  )
  if (byCard && method === 'LINK')
    return (
      <FormDialog
        title={title}
        form={byCard}
        onSubmit={(event) => {
          event.preventDefault()
          byCard.make()
        }}
        submit="Show the QR code"
        busyLabel="Making the link..."
        onClose={onClose}
      >
        {methodField}
        <p>They scan a QR code or get a text, and pay {formatCents(owed)} on their own phone. Needs a signal.</p>
      </FormDialog>
    )
  return (
    <FormDialog
      title={title}
      form={form}
      onSubmit={onTaken ? handOn : send}
      submit={'error' in read || read.amount === undefined ? verb : `${verb} ${formatCents(read.amount)}`}
      busyLabel="Working..."
      onClose={onClose}
    >
      {methodField}
      <WhoseField
        bookingId={id}
        act="pay"
        field={form.field('share')}
        onPick={(cents) => form.set('amount', centsToDecimal(cents))}
      />
      <AmountField {...form.field('amount')} label="Amount in dollars" help={isOwed} />
      <PaymentNoteField {...form.field('note')} method={method} />
      <p>
        Money you took yourself for the trip of {fullName({ firstName, lastName })}. It counts as paid right away, and
        the guest gets an email if we have their address.
      </p>
    </FormDialog>
  )
}
