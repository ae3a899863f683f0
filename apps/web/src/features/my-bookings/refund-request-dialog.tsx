import type { Booking } from '@arcadia/contract/bookings'
import type { Input } from '@arcadia/contract/endpoint'
import { optionalText } from '@arcadia/contract/fields'
import { formatCents } from '@arcadia/contract/money'
import { requestRefund } from '@arcadia/contract/refunds'
import { useMutation } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { typedAmount } from '../../forms/typed-amount.ts'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { refundable } from '../bookings/refund-request.rules.ts'

const DESCRIPTION_LIMIT = 4000

/** Asks the owner for money back; what is due by the terms is said before. */
export function RefundRequestDialog({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const { id } = booking
  const rest = refundable(booking)
  const amount = typedAmount(rest, { tooMuch: 'That is more than you have paid.' })
  const description = optionalText('Description', DESCRIPTION_LIMIT)
  const form = useContractForm(z.object({ amount, description }), { amount: '', description: '' })
  const request = useMutation({
    mutationFn: (body: Input<typeof requestRefund>['body']) => call(requestRefund, { params: { id }, body }),
  })
  const submit = form.submit(async (body) => void (await request.mutateAsync(body)))

  if (request.data)
    return (
      <Dialog title="Request sent" onClose={onClose}>
        <DialogBody className="flex items-start gap-3">
          <CircleCheck className="size-6 flex-none text-ok" strokeWidth={1.75} aria-hidden />
          <p role="status">{request.data.message}</p>
        </DialogBody>
        <DialogFoot>
          <Button variant="ink" className="ml-auto" onClick={onClose} data-autofocus>
            Close
          </Button>
        </DialogFoot>
      </Dialog>
    )
  return (
    <FormDialog
      title="Request a refund"
      form={form}
      onSubmit={submit}
      submit="Send request"
      busyLabel="Sending..."
      onClose={onClose}
    >
      <p>
        Deposits aren't refundable, and there are no refunds for unused services, early or unforeseen departures, or
        guest cancellation. If something unusual happened, tell us and we'll take a look.
      </p>
      <TextField
        {...form.field('amount')}
        label="Amount in dollars (optional)"
        className="num"
        inputMode="decimal"
        autoComplete="off"
        help={`Up to ${formatCents(rest)} can go back the way you paid it. Leave this blank if you're not sure.`}
      />
      <TextArea {...form.field('description')} label="What happened (optional)" maxLength={DESCRIPTION_LIMIT} />
    </FormDialog>
  )
}
