import { formatCents } from '@arcadia/contract/money'
import { PAYMENT_PROCESSING_MESSAGE } from '@arcadia/contract/payments'
import { anglers } from '@arcadia/contract/riders'
import { PACKAGES } from '../bookings/packages.ts'
import { HoldCountdown } from '../payments/hold-countdown.tsx'
import { PaymentProgress } from '../payments/payment-progress.tsx'
import { canHoldAgain, quoteOf, type Wizard } from './booking-wizard.ts'

/** The hold with its countdown, or the payment's progress. */
export function PaymentStatus({ wizard, onExpire }: { wizard: Wizard; onExpire: () => void }) {
  const { payment, hold, details, booking } = wizard
  const line = hold
    ? `${anglers(hold.numberOfGuests)}, ${PACKAGES[details.packageType].name} Package, ${formatCents(quoteOf(hold, details).deposit)} deposit`
    : ''
  switch (payment) {
    case 'ready':
      return (
        hold && (
          <div className="timer-place">
            <HoldCountdown hold={hold} text={line} onExpire={onExpire} />
          </div>
        )
      )
    case 'sending':
      return (
        <div className="timer-place">
          <PaymentProgress title="Sending your payment. Keep this page open." text={line} />
        </div>
      )
    case 'confirming':
      return (
        <>
          <div className="timer-place">
            <PaymentProgress title={PAYMENT_PROCESSING_MESSAGE} text={booking?.confirmationNumber ?? line} />
          </div>
          <p className="pb-5 text-ui text-ink-2">
            {booking
              ? "This can take a few minutes. You can close this window. Your date is safe, and we'll email you the result; Manage Bookings shows it too."
              : 'This usually takes a few seconds.'}
          </p>
        </>
      )
    case 'expired':
      return (
        <p className="pb-5 text-ui text-ink-2">
          {canHoldAgain(wizard)
            ? "Your card wasn't charged, and the date may still be open. What you typed is still here, except the card number and CVV."
            : "Your card wasn't charged."}
        </p>
      )
  }
}
