import type { AdminBooking } from '@arcadia/contract/bookings'
import { type ManualMethod, type NewManualPayment, recordManualPayment } from '@arcadia/contract/manual-payments'
import { formatCents } from '@arcadia/contract/money'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { readAmount } from '../bookings/refund-request.rules.ts'
import { newIdempotencyKey } from '../payments/balance-payment.ts'

/** `booking` as it was when the dialog opened: what is owed may change meanwhile, and the server says so. */
export function RecordPaymentDialog({ booking, onClose }: { booking: AdminBooking; onClose: () => void }) {
  const { id, firstName, lastName, pendingAmount: owed } = booking
  const [typed, setTyped] = useState((owed / 100).toFixed(2))
  const [amountError, setAmountError] = useState<string>()
  const amountField = useRef<HTMLInputElement>(null)
  // One dialog is one payment, however often its button is pressed or an answer gets lost.
  const [idempotencyKey] = useState(newIdempotencyKey)
  const record = useMutation({
    mutationFn: (body: NewManualPayment) => call(recordManualPayment, { params: { id }, body }, { idempotencyKey }),
  })
  const read = readAmount(typed, owed, `${formatCents(owed)} is owed.`)
  const amount = 'error' in read ? undefined : read.amount

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (amount === undefined) {
      setAmountError('error' in read ? read.error : 'Amount is required')
      return amountField.current?.focus()
    }
    const form = new FormData(event.currentTarget)
    const method = form.get('method') as ManualMethod
    record.mutate(
      { amount, method, note: String(form.get('note')) },
      {
        onSuccess: () => {
          toast(`${formatCents(amount)} is recorded.`)
          onClose()
        },
      },
    )
  }

  const close = () => !record.isPending && onClose()
  return (
    <Dialog title="Record a payment" onClose={close} closesOutside={false}>
      <form className="dlg__form" noValidate onSubmit={submit}>
        <DialogBody className="grid content-start gap-4">
          {record.error && <Banner>{record.error.message}</Banner>}
          <p>
            Money you took from {firstName} {lastName} yourself. It counts as paid at once, and the customer is told by
            mail.
          </p>
          <TextField
            ref={amountField}
            label="Amount in dollars"
            className="num"
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            help={`${formatCents(owed)} is owed.`}
            error={amountError}
            onChange={({ target }) => {
              setTyped(target.value)
              setAmountError(undefined)
            }}
          />
          <SelectField name="method" label="Paid by" defaultValue="CASH">
            <option value="CASH">Cash</option>
            <option value="CHECK">Check</option>
          </SelectField>
          <TextField
            name="note"
            label="Note (optional)"
            help="The number of a check, for example. Only admins see it."
            maxLength={500}
            autoComplete="off"
          />
        </DialogBody>
        <DialogFoot>
          <Button variant="text" disabled={record.isPending} onClick={close}>
            Close
          </Button>
          <Button type="submit" variant="cta" className="num" busy={record.isPending} busyLabel="Working...">
            {amount === undefined ? 'Record' : `Record ${formatCents(amount)}`}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
