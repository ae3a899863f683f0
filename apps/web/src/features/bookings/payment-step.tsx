import { centsToDecimal, formatCents } from '@arcadia/contract/money'
import { PAYMENT_PROCESSING_MESSAGE } from '@arcadia/contract/payments'
import { formatShortDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef } from 'react'
import { serverNow } from '../../clock.ts'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { connectionStatusQuery } from '../merchant/merchant.queries.ts'
import { CardFormFields } from '../payments/card-form.tsx'
import { HoldCountdown } from '../payments/hold-countdown.tsx'
import { PaymentProgress } from '../payments/payment-progress.tsx'
import { useCardForm } from '../payments/use-card-form.ts'
import { isPaying, quoteOf } from './booking-wizard.ts'
import { anglers, PACKAGES } from './packages.ts'
import { ProblemBanner } from './problem-banner.tsx'
import type { WizardControls } from './use-booking-wizard.ts'

const CURRENCY = 'USD'

export function PaymentStep({ wizard, dispatch, pay, goBack, close }: WizardControls) {
  const { hold, details, payment, problem, booking } = wizard
  // Asked for again where a reloaded page came straight to this step.
  const realmId = useQuery({ ...connectionStatusQuery, staleTime: Number.POSITIVE_INFINITY }).data?.realmId ?? undefined
  const card = useCardForm({
    realmId,
    onStart: () => dispatch({ type: 'payment-started', at: serverNow() }),
    onSuccess: pay,
    onError: (message) => dispatch({ type: 'payment-failed', failure: { kind: 'refused', message } }),
  })
  const backButton = useRef<HTMLButtonElement>(null)
  const isExpired = payment === 'expired'
  useEffect(() => {
    if (isExpired) backButton.current?.focus()
  }, [isExpired])

  const deposit = hold ? quoteOf(hold, details).deposit : 0
  const line =
    hold &&
    `${anglers(hold.numberOfGuests)}, ${PACKAGES[details.packageType].name} Package, ${formatCents(deposit)} deposit`

  function submit(event: FormEvent<HTMLFormElement>) {
    if (deposit > 0) return card.submit(event)
    event.preventDefault()
    dispatch({ type: 'payment-started', at: serverNow() })
    void pay(undefined)
  }

  return (
    <form className="dlg__form" noValidate onSubmit={submit}>
      <DialogBody>
        <ProblemBanner
          problem={problem}
          onDismiss={() => dispatch({ type: 'problem-dismissed' })}
          onBack={goBack}
          backRef={backButton}
        />
        <div className="grid gap-5">
          {payment === 'ready' && hold && (
            <HoldCountdown
              expiresAt={hold.expiresAt}
              holdDurationMinutes={hold.holdDurationMinutes}
              title={`We are holding ${formatShortDate(hold.selectedDate)} for you`}
              text={line ?? ''}
              onExpire={() => dispatch({ type: 'time-ran-out' })}
            />
          )}
          {payment === 'sending' && (
            <PaymentProgress title="Sending your payment. Keep this page open." text={line ?? ''} />
          )}
          {payment === 'confirming' && (
            <>
              <PaymentProgress title={PAYMENT_PROCESSING_MESSAGE} text={booking?.confirmationNumber} />
              <p className="text-ui text-ink-2">
                This can take a few minutes. You may close this window: the date stays yours meanwhile, we mail you the
                outcome, and Manage Bookings shows it.
              </p>
            </>
          )}
          {(payment === 'ready' || payment === 'sending') && deposit > 0 && <CardFormFields form={card} />}
          {payment === 'ready' && deposit === 0 && <p>Nothing is due today.</p>}
        </div>
      </DialogBody>
      <DialogFoot>
        {payment === 'confirming' ? (
          <Button variant="ink" className="ml-auto" onClick={close}>
            Close
          </Button>
        ) : (
          <Button onClick={goBack} disabled={isPaying(wizard)}>
            Back
          </Button>
        )}
        {(payment === 'ready' || payment === 'sending') && (
          <Button
            type="submit"
            variant="cta"
            className="num flex-1"
            busy={payment === 'sending'}
            busyLabel="Processing Payment..."
          >
            {deposit > 0 ? `Pay $${centsToDecimal(deposit)} ${CURRENCY}` : 'Confirm booking'}
          </Button>
        )}
      </DialogFoot>
    </form>
  )
}
