import { type Booking, depositAsked } from '@arcadia/contract/bookings'
import { fullName } from '@arcadia/contract/full-name'
import { type Cents, formatCents } from '@arcadia/contract/money'
import { getPayment, type Payment, payBalance } from '@arcadia/contract/payments'
import { isPaidByCard, waysToPay } from '@arcadia/contract/site/business-words'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { useVenueToday } from '../../api/venue-today.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { Money } from '../../ui/money.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { besidePaid } from '../bookings/beside-paid.tsx'
import { PayByVoucher } from '../gift-vouchers/pay-by-voucher.tsx'
import { VoucherField, type VoucherInHand } from '../gift-vouchers/voucher-field.tsx'
import { CardFormFields } from '../payments/card-form.tsx'
import { PayButton } from '../payments/pay-button.tsx'
import { PaymentNews } from '../payments/payment-news.tsx'
import { useCardPayment } from '../payments/use-card-payment.ts'
import { WhatToPay } from '../payments/what-to-pay.tsx'

/** Pays what is owed for a booking, or its deposit first if that isn't paid. */
export function BalanceDialog({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const { confirmationNumber } = booking
  const owed = booking.pendingAmount
  const { business } = useSiteData()
  const isByCard = isPaidByCard(business)
  const deposit = depositAsked(booking, { today: useVenueToday(), isBalanceByCard: isByCard })
  const [paysAll, setPaysAll] = useState(false)
  const [voucher, setVoucher] = useState<VoucherInHand | null>(null)
  const amount = paysAll ? owed : (deposit ?? owed)
  const withRest = (payment: Payment) => ({ ...payment, left: owed - amount })
  const payment = useCardPayment({
    kept: { name: fullName(booking) },
    send: async (card, query, options) => {
      const description = `Balance of ${confirmationNumber}`
      const body = { bookingId: booking.id, amount, currency: 'USD' as const, ...card, description, owed }
      return withRest(await call(payBalance, { query, body }, options))
    },
    ask: async ({ id }, query, options) => withRest(await call(getPayment, { params: { id }, query }, options)),
  })
  const { state, card, isSending, isUnsent } = payment
  const hasForm = !voucher && payment.takesCard && owed > 0 && (isByCard || deposit !== undefined)

  const closeButton = useRef<HTMLButtonElement>(null)
  const isOver = state.kind !== 'ready' && !isSending
  useEffect(() => {
    if (isOver) closeButton.current?.focus()
  }, [isOver])

  // Stay open for the few seconds until the answer, or the customer won't know what happened to the money.
  const close = () => !isSending && onClose()

  return (
    <Dialog
      title={state.kind !== 'paid' ? 'Pay the balance' : state.payment.left > 0 ? 'Deposit paid' : 'Balance paid'}
      width={30}
      onClose={close}
    >
      <form
        className="dlg__form"
        noValidate
        onSubmit={(event) => {
          if (!voucher) return card.submit(event)
          event.preventDefault()
          voucher.pay()
        }}
      >
        {/* While the fields are disabled, nothing else in it would be focusable for scrolling by keyboard. */}
        <DialogBody className="grid content-start gap-5" tabIndex={isSending ? 0 : undefined}>
          <PaymentNews
            payment={payment}
            afterwards="We'll email you the result, and Manage Bookings shows it too."
            inDialog={{ sent: `${confirmationNumber}, ${formatCents(amount)}`, taken: confirmationNumber }}
          >
            {owed === 0 && (state.kind === 'ready' || state.kind === 'other-payment') && (
              <p role="status">
                You're all paid up.
                {/* Somebody else with the link was faster. */}
                {(state.kind === 'other-payment' || state.problem) && " Your card wasn't charged."}
              </p>
            )}
            {state.kind === 'paid' && <Receipt booking={booking} payment={state.payment} />}
          </PaymentNews>
          {state.kind === 'ready' && (
            <SummaryList
              rows={[
                { label: 'Trip', value: formatFullDate(booking.selectedDate) },
                { label: 'Total', value: <Money cents={booking.totalAmount} /> },
                { label: 'Paid so far', value: <Money cents={booking.paidAmount} /> },
                ...besidePaid(booking),
                deposit !== undefined && { label: 'Deposit', value: <Money cents={deposit} />, isDue: true },
                { label: 'Balance', value: <Money cents={owed - (deposit ?? 0)} />, isDue: deposit === undefined },
              ]}
            />
          )}
          {state.kind === 'ready' && owed > 0 && !isByCard && (
            <p>
              {deposit !== undefined && "You're paying the deposit now. "}Please pay the balance {waysToPay(business)}.
            </p>
          )}
          {hasForm && deposit !== undefined && isByCard && (
            <WhatToPay {...{ deposit, owed, paysAll }} disabled={isSending} onChange={setPaysAll} />
          )}
          {state.kind === 'ready' && owed > 0 && <VoucherField booking={booking} onInHand={setVoucher} />}
          {hasForm && <CardFormFields form={card} />}
        </DialogBody>
        <DialogFoot>
          <Button
            ref={closeButton}
            variant={hasForm || voucher ? 'line' : 'ink'}
            className={hasForm || voucher ? undefined : 'ml-auto'}
            disabled={isSending}
            onClick={close}
          >
            Close
          </Button>
          {voucher && <PayByVoucher voucher={voucher} className="min-w-0 flex-1" />}
          {hasForm && <PayButton {...{ amount, isSending, isUnsent }} className="flex-auto" />}
        </DialogFoot>
      </form>
    </Dialog>
  )
}

interface ReceiptProps {
  booking: Booking
  payment: Payment & { left: Cents }
}

function Receipt({ booking, payment: { amount, left, cardBrand, last4 } }: ReceiptProps) {
  const { confirmationNumber, selectedDate, email } = booking
  return (
    <>
      <p role="status" className="flex items-start gap-3">
        <CircleCheck className="size-6 flex-none text-ok" strokeWidth={1.75} aria-hidden />
        Thank you. Your payment went through, and{' '}
        {left > 0 ? `${formatCents(left)} is left to pay.` : "you're paid in full."}
      </p>
      <SummaryList
        rows={[
          { label: 'Booking', value: confirmationNumber },
          { label: 'Trip', value: formatFullDate(selectedDate) },
          !!last4 && { label: 'Card', value: `${cardBrand ?? 'Card'} ending in ${last4}` },
          { label: 'Paid', value: <Money cents={amount} />, isDue: true },
        ]}
      />
      {email && <p className="wrap-anywhere text-ui">We're emailing your receipt to {email}.</p>}
    </>
  )
}
