import { formatCents } from '@arcadia/contract/money'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { ProblemBanner } from '../bookings/problem-banner.tsx'
import { connectionStatusQuery } from '../merchant/merchant.queries.ts'
import { CardFormFields } from '../payments/card-form.tsx'
import { useCardForm } from '../payments/use-card-form.ts'
import { PaymentStatus } from './payment-status.tsx'
import { PaymentSummary } from './payment-summary.tsx'
import type { WizardControls } from './use-booking-wizard.ts'
import { canHoldAgain, isPaying, quoteOf, spotsOf } from './wizard-state.ts'

const CURRENCY = 'USD'

export function PaymentStep(controls: WizardControls) {
  const { wizard, dispatch, continueToPayment, startPayment, pay, goBack, close } = controls
  const { details, payment, problem, isChecking } = wizard
  const spots = spotsOf(wizard)
  // Refetched if a reloaded page came straight to this step.
  const realmId = useQuery({ ...connectionStatusQuery, staleTime: Number.POSITIVE_INFINITY }).data?.realmId ?? undefined
  const card = useCardForm({
    realmId,
    kept: wizard.card,
    onKeep: (kept) => dispatch({ type: 'card-kept', card: kept }),
    onStart: startPayment,
    onSuccess: pay,
    onError: (refusal) => dispatch({ type: 'payment-failed', failure: { kind: 'refused', problem: refusal } }),
  })
  const backButton = useRef<HTMLButtonElement>(null)

  const isOver = payment === 'expired' || payment === 'taken'
  const expire = useEffectEvent(() => {
    card.forgetSecrets()
    backButton.current?.focus()
  })
  const goOnToCard = useEffectEvent(() => card.numberField.current?.focus())
  useEffect(() => {
    if (!isOver) return
    expire()
    // Held again.
    return () => goOnToCard()
  }, [isOver])

  const due = spots ? quoteOf(spots, details).due : 0
  const canPay = payment === 'ready' || payment === 'sending'

  function submit(event: FormEvent<HTMLFormElement>) {
    if (due > 0) return card.submit(event)
    event.preventDefault()
    startPayment()
    void pay(undefined)
  }

  function takeAnotherCard() {
    dispatch({ type: 'problem-dismissed' })
    card.emptyCard()
    card.numberField.current?.focus()
  }

  const banner = (
    <ProblemBanner
      problem={problem}
      // Where the spots are gone, the sentence is why other mornings are offered.
      onDismiss={payment === 'taken' ? undefined : () => dispatch({ type: 'problem-dismissed' })}
      onBack={goBack}
      backRef={backButton}
      onOtherCard={takeAnotherCard}
    />
  )
  return (
    <form className="dlg__form" noValidate onSubmit={submit}>
      {/* While the fields are disabled, nothing else in it would be focusable for scrolling by keyboard. */}
      <DialogBody tabIndex={payment === 'sending' ? 0 : undefined}>
        {isOver && banner}
        <PaymentStatus
          wizard={wizard}
          onExpire={() => dispatch({ type: 'time-ran-out' })}
          onChoose={(date) => void continueToPayment(date)}
        />
        {spots && (
          <div className="pb-5">
            <PaymentSummary spots={spots} details={details} />
          </div>
        )}
        {/* Beside the fields it is about. */}
        {!isOver && banner}
        {canPay && due > 0 && <CardFormFields form={card} />}
        {payment === 'ready' && due === 0 && <p>Nothing is due today.</p>}
      </DialogBody>
      <DialogFoot>
        {payment === 'confirming' ? (
          <Button variant="ink" className="ml-auto" onClick={close}>
            Close
          </Button>
        ) : (
          <Button onClick={goBack} disabled={isPaying(wizard) || isChecking}>
            Back
          </Button>
        )}
        {canHoldAgain(wizard) && (
          <Button
            variant="cta"
            className="min-w-0 flex-1"
            busy={isChecking}
            busyLabel="Checking..."
            onClick={() => void continueToPayment()}
          >
            Hold this date again
          </Button>
        )}
        {canPay && (
          <Button
            type="submit"
            variant="cta"
            className="num min-w-0 flex-1 px-3 whitespace-normal [&>span]:items-center"
            busy={payment === 'sending'}
            busyLabel="Processing Payment..."
          >
            {due > 0 ? `Pay ${formatCents(due)} ${CURRENCY}` : 'Confirm booking'}
          </Button>
        )}
      </DialogFoot>
    </form>
  )
}
