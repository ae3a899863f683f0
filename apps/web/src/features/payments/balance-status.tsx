import type { Booking } from '@arcadia/contract/bookings'
import { type Cents, formatCents } from '@arcadia/contract/money'
import { PAYMENT_PROCESSING_MESSAGE, type Payment } from '@arcadia/contract/payments'
import { CircleCheck } from 'lucide-react'
import { Banner } from '../../ui/banner.tsx'
import { Money } from '../../ui/money.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { PaymentProgress } from './payment-progress.tsx'
import type { PaymentState } from './use-card-payment.ts'

interface BalanceStatusProps {
  state: PaymentState<Payment & { left: Cents }>
  booking: Booking
  amount: Cents
}

/** Where the payment of a balance is. */
export function BalanceStatus({ state, booking, amount }: BalanceStatusProps) {
  const { confirmationNumber, pendingAmount } = booking
  switch (state.kind) {
    case 'ready':
      return pendingAmount === 0 && <p role="status">Nothing is owed for this booking anymore.</p>
    case 'sending':
      return (
        <PaymentProgress
          title="Sending your payment. Keep this page open."
          text={`${confirmationNumber}, ${formatCents(amount)}`}
        />
      )
    case 'confirming':
      return (
        <>
          <PaymentProgress title={PAYMENT_PROCESSING_MESSAGE} text={confirmationNumber} />
          <p className="text-ui text-ink-2">
            {state.isTaken
              ? "This can take a few minutes. You can close this window. We'll email you the result, and Manage Bookings shows it too."
              : 'We lost the connection and are trying again. Keep this window open.'}
          </p>
        </>
      )
    case 'other-payment':
      return <Banner tone="warn">{state.message} Check Manage Bookings to see whether it went through.</Banner>
    case 'paid': {
      const { amount: paid, left, cardBrand, last4 } = state.payment
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
              ...(last4 ? [{ label: 'Card', value: `${cardBrand ?? 'Card'} ending in ${last4}` }] : []),
              { label: 'Paid', value: <Money cents={paid} />, isDue: true },
            ]}
          />
        </>
      )
    }
  }
}
