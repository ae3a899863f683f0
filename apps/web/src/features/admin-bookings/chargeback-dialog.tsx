import type { BookingCharge } from '@arcadia/contract/admin/bookings'
import { recordChargeback } from '@arcadia/contract/admin/chargebacks'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { centsToDecimal, formatCents } from '@arcadia/contract/money'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { useVenueToday } from '../../api/venue-today.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { typedAmount } from '../../forms/typed-amount.ts'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { AmountField, TextArea, TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { StillOwesField } from '../refunds/still-owes-field.tsx'

interface ChargebackDialogProps {
  booking: Pick<AdminBooking, 'id' | 'firstName' | 'status'>
  charge: BookingCharge
  onClose: () => void
}

/** Records that a dispute was lost: the bank took a card payment back (docs/rules.md §3.43). */
export function ChargebackDialog({ booking, charge, onClose }: ChargebackDialogProps) {
  const { id, firstName, status } = booking
  const left = charge.amount - charge.refundedAmount
  const isLeft = `${formatCents(left)} of this payment is left.`
  const [stillOwes, setStillOwes] = useState(false)
  const { takenOn, description } = recordChargeback.body.shape
  const amount = typedAmount(left, { tooMuch: isLeft, missing: 'Amount is required' })
  const form = useDraftForm(`chargeback.${charge.id}`, z.object({ amount, takenOn, description }), {
    amount: centsToDecimal(left),
    takenOn: useVenueToday(),
    description: '',
  })
  const submit = form.submit(
    ({ amount: cents = left, ...rest }) =>
      call(recordChargeback, { params: { id }, body: { paymentId: charge.id, ...rest, amount: cents, stillOwes } }),
    () => {
      toast('Recorded.')
      onClose()
    },
  )
  return (
    <FormDialog
      title="The bank took it back"
      form={form}
      onSubmit={submit}
      submit="Record it"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <p>
        A dispute you lost. No money moves here: this says that it is gone, and nothing of this payment can be refunded.
      </p>
      <AmountField {...form.field('amount')} label="Amount in dollars" help={isLeft} />
      <TextField {...form.field('takenOn')} type="date" label="Day the bank took it" />
      <TextArea {...form.field('description')} label="What the bank says" />
      {status !== 'CANCELLED' && <StillOwesField firstName={firstName} stillOwes={stillOwes} onChange={setStillOwes} />}
    </FormDialog>
  )
}
