import { centsToDecimal } from '@arcadia/contract/money'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef } from 'react'
import { serverNow } from '../../clock.ts'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { connectionStatusQuery } from '../merchant/merchant.queries.ts'
import { CardFormFields } from '../payments/card-form.tsx'
import { useCardForm } from '../payments/use-card-form.ts'
import { isPaying, quoteOf } from './booking-wizard.ts'
import { PaymentStatus } from './payment-status.tsx'
import { ProblemBanner } from './problem-banner.tsx'
import type { WizardControls } from './use-booking-wizard.ts'

const CURRENCY = 'USD'

export function PaymentStep({ wizard, dispatch, pay, goBack, close }: WizardControls) {
  const { hold, details, payment, problem } = wizard
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
  const canPay = payment === 'ready' || payment === 'sending'

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
          <PaymentStatus wizard={wizard} onExpire={() => dispatch({ type: 'time-ran-out' })} />
          {canPay && deposit > 0 && <CardFormFields form={card} />}
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
        {canPay && (
          <Button
            type="submit"
            variant="cta"
            className="num min-w-0 flex-1 px-3 whitespace-normal [&>span]:items-center"
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
