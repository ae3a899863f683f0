import { requestRefund } from '@arcadia/contract/admin-bookings'
import type { Booking } from '@arcadia/contract/bookings'
import { type Cents, formatCents } from '@arcadia/contract/money'
import { useMutation } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { readAmount, refundable } from '../bookings/refund-request.rules.ts'

const DESCRIPTION_LIMIT = 4000

/** Asks the owner for money back; what is due by the terms is said before. */
export function RefundRequestDialog({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const { id } = booking
  const rest = refundable(booking)
  const [amountError, setAmountError] = useState<string>()
  const amountField = useRef<HTMLInputElement>(null)
  const request = useMutation({
    mutationFn: (wish: { amount: Cents | undefined; description: string }) =>
      call(requestRefund, { params: { id }, body: wish }),
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const typed = readAmount(String(form.get('amount')), rest)
    setAmountError('error' in typed ? typed.error : undefined)
    if ('error' in typed) return amountField.current?.focus()
    request.mutate({ amount: typed.amount, description: String(form.get('description')) })
  }

  const close = () => !request.isPending && onClose()
  if (request.data)
    return (
      <Dialog title="Request sent" onClose={close}>
        <DialogBody className="flex items-start gap-3">
          <CircleCheck className="size-6 flex-none text-ok" strokeWidth={1.75} aria-hidden />
          <p role="status">{request.data.message}</p>
        </DialogBody>
        <DialogFoot>
          <Button variant="ink" className="ml-auto" onClick={close} data-autofocus>
            Close
          </Button>
        </DialogFoot>
      </Dialog>
    )
  return (
    <Dialog title="Request a refund" onClose={close}>
      <form className="dlg__form" noValidate onSubmit={submit}>
        <DialogBody className="grid content-start gap-4">
          {request.error && <Banner onDismiss={request.reset}>{request.error.message}</Banner>}
          <p>
            Deposits aren't refundable, and there are no refunds for unused services, early or unforeseen departures, or
            cancellation by the guest. If something unusual happened, tell us and we'll take a look.
          </p>
          <TextField
            ref={amountField}
            name="amount"
            label="Amount in dollars (optional)"
            className="num"
            inputMode="decimal"
            autoComplete="off"
            help={`You have paid ${formatCents(rest)} by card${booking.refundedAmount > 0 ? ' that you did not get back' : ''}. Leave it empty if you are not sure.`}
            error={amountError}
            onChange={() => setAmountError(undefined)}
          />
          <TextArea name="description" label="What happened (optional)" maxLength={DESCRIPTION_LIMIT} />
        </DialogBody>
        <DialogFoot>
          <Button disabled={request.isPending} onClick={close}>
            Close
          </Button>
          <Button type="submit" variant="cta" busy={request.isPending} busyLabel="Sending...">
            Send request
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
