import type { AdminBookingDetails } from '@arcadia/contract/admin/bookings'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { fullName } from '@arcadia/contract/full-name'
import { type Cents, centsToDecimal, formatCents } from '@arcadia/contract/money'
import { cardInWords } from '@arcadia/contract/payments'
import { type RefundAnswer, refundBooking } from '@arcadia/contract/refunds'
import { optionalText } from '@arcadia/contract/text-fields'
import { type ComponentProps, useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { readAmount, typedAmount } from '../../forms/typed-amount.ts'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { AmountField, optional, SelectField, TextArea } from '../../ui/field.tsx'
import { formatPortalMoment } from '../../ui/moment.ts'
import { StillOwesField } from '../refunds/still-owes-field.tsx'
import { WhoseField } from '../shares/whose-field.tsx'
import { wasTakenBack } from './admin-booking-refund.rules.ts'
import { EndedVoucher } from './ended-voucher.tsx'

/** What the owner is doing, with the booking as seen then. */
export interface RefundAsked {
  booking: AdminBookingDetails
  /** The refundable amount. */
  cents: Cents
}

interface RefundInput {
  amount: Cents
  description: string | null
  stillOwes?: boolean
  shareId?: number
  chargeId?: number
  renewVouchers?: boolean
  lastDay?: string
}

interface AdminRefundDialogProps {
  asked: RefundAsked
  onAnswer: (answer: RefundAnswer) => void
  onClose: () => void
}

/** Confirms amount and card before the refund; a refusal shows here and keeps what was typed. */
export function AdminRefundDialog({ asked, onAnswer, onClose }: AdminRefundDialogProps) {
  const { booking, cents } = asked
  const ended = booking.endedVoucherAmount
  const [renews, setRenews] = useState(false)
  const last = booking.refunds.at(-1)
  const refused = last?.status === 'FAILED' ? last : undefined
  const [stillOwes, setStillOwes] = useState(refused?.stillOwes ?? false)
  const mostOf = (isRenewed: boolean) => Math.min(isRenewed ? cents : cents - ended, booking.refundLimit ?? cents)
  const most = mostOf(renews)
  const isLimited = most < (renews ? cents : cents - ended)
  const tooMuch = isLimited ? `That is more than you can refund. ${OWNER_MORE}` : 'That is more than can be refunded.'
  const amount = typedAmount(most, { tooMuch, missing: 'Amount is required' })
  const form = useDraftForm(
    `refund.${booking.id}`,
    z.object({
      amount,
      description: optionalText('Reason', 500),
      lastDay: z.string(),
      share: z.string(),
      charge: z.string(),
    }),
    { amount: centsToDecimal(most), description: refused?.description ?? '', lastDay: '', share: '', charge: '' },
    ['description'],
  )
  const submit = form.submit(
    ({ amount: typed = most, description, lastDay, share, charge }) => {
      const renewal = renews && { renewVouchers: true, ...(lastDay && { lastDay }) }
      return send(booking, {
        amount: typed,
        description,
        ...(stillOwes && { stillOwes }),
        ...(share && { shareId: Number(share) }),
        ...(charge && { chargeId: Number(charge) }),
        ...renewal,
      })
    },
    (answer) => {
      form.forget()
      onAnswer(answer)
    },
  )
  const read = readAmount(form.watch('amount'), most)
  const sum = 'error' in read || read.amount === undefined ? '' : ` ${formatCents(read.amount)}`
  return (
    <FormDialog
      title="Refund payment"
      form={form}
      onSubmit={submit}
      submit={`Refund${sum}`}
      busyLabel="Working..."
      isDanger
      onClose={onClose}
    >
      <p>
        It goes back the way it was paid{booking.email && `, and we email ${nameOf(booking)}`}. The booking stays as it
        is.
      </p>
      <WhoseField
        bookingId={booking.id}
        act="refund"
        field={form.field('share')}
        onPick={(paid) => {
          form.set('charge', '')
          form.set('amount', centsToDecimal(Math.min(paid, most)))
        }}
      />
      <WhichCharge
        charges={chargesOf(booking, form.watch('share'))}
        field={form.field('charge')}
        onPick={(rest) => form.set('amount', centsToDecimal(Math.min(rest, most)))}
      />
      <AmountField
        {...form.field('amount')}
        label="Amount in dollars"
        help={`${form.watch('share') ? "Up to the share's amount." : `Up to ${formatCents(most)}.`} ${isLimited ? `${OWNER_MORE} ` : ''}${booking.voucherAmount > 0 ? VOUCHER_FIRST : 'The newest payment is refunded first.'}`}
      />
      {booking.status !== 'CANCELLED' && (
        <StillOwesField firstName={booking.firstName} stillOwes={stillOwes} onChange={setStillOwes} />
      )}
      {ended > 0 && (
        <EndedVoucher
          ended={ended}
          renews={renews}
          lastDay={form.field('lastDay')}
          onChange={(isRenewed) => {
            setRenews(isRenewed)
            form.set('amount', centsToDecimal(mostOf(isRenewed)))
          }}
        />
      )}
      <TextArea
        {...form.field('description')}
        label={optional('Reason')}
        help="For the books, here and in QuickBooks."
        rows={2}
        maxLength={500}
      />
    </FormDialog>
  )
}

/** The card payments that something can go back of, of one share if one is picked. */
const chargesOf = ({ charges, refunds }: AdminBookingDetails, share: string) =>
  charges
    .filter((charge) => charge.status === 'CAPTURED' && (!share || charge.share?.id === Number(share)))
    .filter((charge) => !wasTakenBack(refunds, charge))
    .map((charge) => ({ ...charge, rest: charge.amount - charge.refundedAmount }))
    .filter(({ rest }) => rest > 0)

interface WhichChargeProps {
  charges: ReturnType<typeof chargesOf>
  field: Omit<ComponentProps<typeof SelectField>, 'label'>
  /** What is left of the picked one. */
  onPick: (rest: Cents) => void
}

/** Asks which card payment goes back, where there are several. */
function WhichCharge({ charges, field, onPick }: WhichChargeProps) {
  if (charges.length < 2) return null
  return (
    <SelectField
      {...field}
      label="Which payment?"
      onChange={(event) => {
        void field.onChange?.(event)
        const picked = charges.find(({ id }) => String(id) === event.target.value)
        if (picked) onPick(picked.rest)
      }}
    >
      <option value="">The newest first</option>
      {charges.map(({ id, rest, startedAt, cardBrand, last4, share }) => (
        <option key={id} value={id}>
          {[formatCents(rest), cardInWords({ cardBrand, last4 }), formatPortalMoment(startedAt), share?.name]
            .filter(Boolean)
            .join(', ')}
        </option>
      ))}
    </SelectField>
  )
}

const OWNER_MORE = 'An owner can refund more.'

const VOUCHER_FIRST = 'What a gift voucher paid goes back to it first, then the newest card payment is refunded.'

/** Two admins at once, or a click after a lost answer, make one refund: the key comes from the last refund that was seen. */
function send(booking: AdminBookingDetails, refund: RefundInput): Promise<RefundAnswer> {
  const params = { id: booking.id }
  const idempotencyKey = `booking-${booking.id}-after-${booking.refunds.at(-1)?.id ?? 0}`
  return call(refundBooking, { params, query: refund }, { idempotencyKey })
}

const nameOf = ({ firstName, lastName }: AdminBooking) => fullName({ firstName, lastName })
