import { type RefundAnswer, refundBooking, voidBooking } from '@arcadia/contract/admin-bookings'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { type Cents, formatCents } from '@arcadia/contract/money'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, call } from '../../api/call.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { readAmount } from '../bookings/refund-request.rules.ts'

/** What the owner wants, of the booking as it was seen then. */
export interface RefundAsked {
  kind: 'REFUND' | 'VOID'
  booking: AdminBooking
  /** What can go back. */
  cents: Cents
}

interface RefundInput {
  amount: Cents
  description: string
}

interface AdminRefundDialogProps {
  asked: RefundAsked
  onAnswer: (answer: RefundAnswer) => void
  /** A void came too late: the payment is settled. */
  onSettled: () => void
  onClose: () => void
}

/** Says what goes back to whose card before it does; a refusal stays here with what was typed. */
export function AdminRefundDialog({ asked, onAnswer, onSettled, onClose }: AdminRefundDialogProps) {
  const { booking, cents, kind } = asked
  const [typed, setTyped] = useState((cents / 100).toFixed(2))
  const [amountError, setAmountError] = useState<string>()
  const amountField = useRef<HTMLInputElement>(null)
  const refund = useMutation({ mutationFn: (input: RefundInput) => send(asked, input) })
  const amount = readAmount(typed, cents, 'That is more than can go back.')
  const told = 'error' in amount || amount.amount === undefined ? '' : ` ${formatCents(amount.amount)}`

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (kind === 'VOID') return start({ amount: cents, description: '' })
    const error = 'error' in amount ? amount.error : amount.amount === undefined ? 'Amount is required' : undefined
    setAmountError(error)
    if (error || 'error' in amount) return amountField.current?.focus()
    const description = String(new FormData(event.currentTarget).get('description')).trim()
    start({ amount: amount.amount ?? cents, description })
  }

  // Heard of the last click alone, however many there were.
  const start = (input: RefundInput) =>
    refund.mutate(input, {
      onSuccess: onAnswer,
      onError: (error) => error instanceof ApiError && error.code === 'already-settled' && onSettled(),
    })

  const close = () => !refund.isPending && onClose()
  return (
    <Dialog title={kind === 'VOID' ? 'Void payment' : 'Refund payment'} onClose={close} closesOutside={false}>
      <form className="dlg__form" noValidate onSubmit={submit}>
        <DialogBody className="grid content-start gap-4">
          {refund.error && <Banner>{refund.error.message}</Banner>}
          {kind === 'VOID' ? (
            <p>
              All of {formatCents(cents)} is undone before the card of {nameOf(booking)} is charged for it. The booking
              stays as it is.
            </p>
          ) : (
            <>
              <p>
                The money goes back to the card of {nameOf(booking)}, who is told by mail. The booking stays as it is.
              </p>
              <TextField
                ref={amountField}
                name="amount"
                label="Amount in dollars"
                className="num"
                inputMode="decimal"
                autoComplete="off"
                value={typed}
                help={`Up to ${formatCents(cents)}; the newest payment first.`}
                error={amountError}
                onChange={({ target }) => {
                  setTyped(target.value)
                  setAmountError(undefined)
                }}
              />
              <TextArea
                name="description"
                label="Reason (optional)"
                help="For the books, also at QuickBooks."
                rows={2}
                maxLength={500}
              />
            </>
          )}
        </DialogBody>
        <DialogFoot>
          <Button variant="text" disabled={refund.isPending} onClick={close}>
            Close
          </Button>
          <Button type="submit" variant="danger" className="num" busy={refund.isPending} busyLabel="Working...">
            {kind === 'VOID' ? `Void ${formatCents(cents)}` : `Refund${told}`}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

/** Two admins at once, or a click after a lost answer, are one refund: the key is made of what was seen. */
function send({ booking, kind }: RefundAsked, { amount, description }: RefundInput): Promise<RefundAnswer> {
  const params = { id: booking.id }
  if (kind === 'VOID') return call(voidBooking, { params })
  const idempotencyKey = `booking-${booking.id}-${booking.refundedAmount}`
  return call(refundBooking, { params, query: { amount, description } }, { idempotencyKey })
}

const nameOf = ({ firstName, lastName }: AdminBooking) => `${firstName} ${lastName}`
