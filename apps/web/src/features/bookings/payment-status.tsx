import { formatCents } from '@arcadia/contract/money'
import { PAYMENT_PROCESSING_MESSAGE } from '@arcadia/contract/payments'
import { formatShortDate } from '@arcadia/contract/trip-date'
import { HoldCountdown } from '../payments/hold-countdown.tsx'
import { PaymentProgress } from '../payments/payment-progress.tsx'
import { quoteOf, type Wizard } from './booking-wizard.ts'
import { anglers, PACKAGES } from './packages.ts'

/** What is held and for how long, or where the payment is. */
export function PaymentStatus({ wizard, onExpire }: { wizard: Wizard; onExpire: () => void }) {
  const { payment, hold, details, booking } = wizard
  const line = hold
    ? `${anglers(hold.numberOfGuests)}, ${PACKAGES[details.packageType].name} Package, ${formatCents(quoteOf(hold, details).deposit)} deposit`
    : ''
  switch (payment) {
    case 'ready':
      return (
        hold && (
          <HoldCountdown
            expiresAt={hold.expiresAt}
            holdDurationMinutes={hold.holdDurationMinutes}
            title={`We are holding ${formatShortDate(hold.selectedDate)} for you`}
            text={line}
            onExpire={onExpire}
          />
        )
      )
    case 'sending':
      return <PaymentProgress title="Sending your payment. Keep this page open." text={line} />
    case 'confirming':
      return (
        <>
          <PaymentProgress title={PAYMENT_PROCESSING_MESSAGE} text={booking?.confirmationNumber ?? line} />
          <p className="text-ui text-ink-2">
            {booking
              ? 'This can take a few minutes. You may close this window: the date is yours meanwhile, we mail you the outcome, and Manage Bookings shows it.'
              : 'This usually takes a few seconds.'}
          </p>
        </>
      )
    case 'expired':
      return (
        <p className="text-ui text-ink-2">
          Your card was not charged. The date may still be free: go back and hold it again.
        </p>
      )
  }
}
