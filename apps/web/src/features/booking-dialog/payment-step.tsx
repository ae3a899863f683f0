import { fullName } from '@arcadia/contract/full-name'
import type { Cents } from '@arcadia/contract/money'
import { formatShortDate } from '@arcadia/contract/trip-date'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type Ref, useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { reloadMonthOf } from '../availability/availability.queries.ts'
import { ProblemBanner } from '../bookings/problem-banner.tsx'
import { CardFormFields } from '../payments/card-form.tsx'
import { PayButton } from '../payments/pay-button.tsx'
import { useCardPayment } from '../payments/use-card-payment.ts'
import { type Deposit, findDeposit, payDeposit } from './deposit.ts'
import { DueToday } from './due-today.tsx'
import { PaymentStatus } from './payment-status.tsx'
import { PaymentSummary } from './payment-summary.tsx'
import { useBackOnline } from './use-back-online.ts'
import type { WizardControls } from './use-booking-wizard.ts'
import { canHoldAgain, isPaying, quoteOf, spotsOf, type Wizard } from './wizard-state.ts'

export function PaymentStep(controls: WizardControls) {
  const { wizard, dispatch, continueToPayment, goBack, close } = controls
  const { details, payment, paying, problem } = wizard
  const client = useQueryClient()
  const spots = spotsOf(wizard)
  const { card, payWithoutCard } = useCardPayment<Deposit>({
    kept: { name: fullName(details), ...wizard.card },
    onKeep: (kept) => dispatch({ type: 'card-kept', card: kept }),
    onState: (state) => dispatch({ type: 'payment-changed', state }),
    async send(token, { realmId }, options) {
      const deposit = await payDeposit({ spots: spots!, details, card: token, realmId }, options)
      void reloadMonthOf(client, spots!.selectedDate)
      return deposit
    },
    ask: (deposit, _, options) => findDeposit(deposit.paying, options),
    find: payment === 'confirming' && paying ? (options) => findDeposit(paying, options) : undefined,
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

  useBackOnline(controls, () => `You weren't charged; ${wayOn(wizard)}.`)

  const { due, balance, deposit } = spots ? quoteOf(spots, details) : { due: 0, balance: 0, deposit: undefined }
  const bookAtOnce = useEffectEvent(() => deposit === 0 && payment === 'ready' && !problem && payWithoutCard())
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for these spots
  useEffect(() => void bookAtOnce(), [spots])

  function submit(event: FormEvent<HTMLFormElement>) {
    if (due > 0) return card.submit(event)
    event.preventDefault()
    payWithoutCard()
  }

  function takeAnotherCard() {
    dispatch({ type: 'problem-dismissed' })
    card.emptyCard()
    card.change('name', fullName(details))
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
      onPayAgain={isOver ? undefined : () => backButton.current?.form?.requestSubmit()}
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
          onClose={close}
        />
        {spots && !wizard.lost?.since?.booking && (
          <PaymentSummary spots={spots} details={details} voucher={wizard.voucher} isSent={payment === 'confirming'} />
        )}
        {/* Beside the fields it is about. */}
        {!isOver && banner}
        {takesCard(wizard) && due > 0 && <CardFormFields form={card} />}
        {payment === 'ready' && due === 0 && balance > 0 && <p>Nothing to pay today.</p>}
      </DialogBody>
      <PaymentFoot controls={controls} due={due} backRef={problem?.isCalm ? backButton : undefined} />
    </form>
  )
}

interface PaymentFootProps {
  controls: WizardControls
  due: Cents
  /** Takes the focus where no banner offers Back. */
  backRef: Ref<HTMLButtonElement> | undefined
}

function PaymentFoot({ controls, due, backRef }: PaymentFootProps) {
  const { wizard, continueToPayment, goBack, close } = controls
  const { payment, isChecking } = wizard
  return (
    <DialogFoot className="max-[480px]:gap-2 max-[480px]:*:[.btn]:px-3">
      {payment === 'confirming' ? (
        <Button variant="ink" className="ml-auto" onClick={close}>
          Close
        </Button>
      ) : (
        <Button ref={backRef} onClick={goBack} disabled={isPaying(wizard) || isChecking}>
          Back
        </Button>
      )}
      {canHoldAgain(wizard) && (
        <Button
          variant={wizard.lost?.since ? 'line' : 'cta'}
          className="min-w-min flex-1"
          busy={isChecking}
          busyLabel="Checking..."
          onClick={() => void continueToPayment()}
        >
          {nameHoldAgain(wizard)}
        </Button>
      )}
      {payment === 'ready' && due > 0 && <DueToday cents={due} />}
      {takesCard(wizard) && (
        <PayButton
          amount={due}
          isSending={payment === 'sending'}
          isUnsent={wizard.problem?.isUnsent}
          className="flex-auto"
        />
      )}
    </DialogFoot>
  )
}

function wayOn(wizard: Wizard): string {
  if (wizard.payment === 'taken') return 'pick another morning'
  return `press ${wizard.payment === 'expired' ? nameHoldAgain(wizard) : 'Pay'}`
}

function nameHoldAgain({ hold, lost }: Wizard): string {
  const { booking, hold: held } = lost?.since ?? {}
  if (!booking && !held) return 'Hold this date again'
  if (held?.selectedDate === hold!.selectedDate) return 'Continue here'
  return `Hold ${formatShortDate(hold!.selectedDate)} ${booking ? 'too' : 'instead'}`
}

/** A card can be typed, or is on its way. */
const takesCard = ({ payment }: Wizard) => payment === 'ready' || payment === 'sending'
