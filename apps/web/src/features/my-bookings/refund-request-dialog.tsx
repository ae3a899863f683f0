import type { Booking } from '@arcadia/contract/bookings'
import { formatCents } from '@arcadia/contract/money'
import { requestRefund } from '@arcadia/contract/refunds'
import { capitalized } from '@arcadia/contract/site/number-words'
import { isPaidByGift, splitKept, stillWithUs, whereBack } from '@arcadia/contract/split-kept'
import { NO_REFUNDS_FOR } from '@arcadia/contract/terms'
import { requiredText } from '@arcadia/contract/text-fields'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { typedAmount } from '../../forms/typed-amount.ts'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { AnswerDialog } from '../../ui/confirm-dialog.tsx'
import { AmountField, optional, TextArea } from '../../ui/field.tsx'
import { DeclinedRefund } from './declined-refund.tsx'
import { keptOf, UNUSUAL } from './manage-bookings.rules.ts'

const DESCRIPTION_LIMIT = 4000

/** Asks the owner for a refund, after saying what the terms allow. */
export function RefundRequestDialog({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const { id } = booking
  const kept = keptOf(booking)
  const { says, rest } = splitKept(kept, booking)
  const isTheirs = booking.canceledByUs || booking.wasCalledOff
  const most = isTheirs ? kept : rest
  const isGift = isPaidByGift(booking)
  const upTo = `up to ${formatCents(most)} can go back${whereBack(booking)}.`
  const help =
    isTheirs || isGift ? capitalized(upTo) : `Without the deposit of ${formatCents(booking.depositAmount)}, ${upTo}`
  const tooMuch = `That is more than ${isGift ? 'your gift' : 'you have'} paid.`
  const amount = typedAmount(booking.refundableAmount, { tooMuch })
  const description = requiredText('What happened', DESCRIPTION_LIMIT, 'Please say in a sentence what happened.')
  const form = useDraftForm(`refund-request.${id}`, z.object({ amount, description }), { amount: '', description: '' })
  const [answer, setAnswer] = useState<string>()
  const submit = form.submit(
    (body) => call(requestRefund, { params: { id }, body }),
    ({ message }) => {
      form.forget()
      setAnswer(message)
    },
  )

  if (answer)
    return (
      <AnswerDialog title="Request sent" onClose={onClose}>
        {answer}
      </AnswerDialog>
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
      {booking.refundDeclined && <DeclinedRefund declined={booking.refundDeclined} />}
      <p>
        {booking.refundDeclined
          ? 'If something has changed since, tell us.'
          : isTheirs
            ? `${stillWithUs(kept, booking)}.`
            : `${isGift ? `${says} There` : "Deposits aren't refundable, and there"} are no refunds for ${NO_REFUNDS_FOR}. ${UNUSUAL}`}
      </p>
      <AmountField
        {...form.field('amount')}
        label={optional('Amount in dollars')}
        help={`${most > 0 ? `${help} ` : ''}Leave this blank if you're not sure.`}
      />
      <TextArea
        {...form.field('description')}
        label="What happened"
        help="One sentence is enough."
        maxLength={DESCRIPTION_LIMIT}
      />
    </FormDialog>
  )
}
