import { formatShortDate } from '@arcadia/contract/trip-date'
import { Suspense, useEffect, useRef } from 'react'
import { track } from '../../analytics/track.ts'
import type { DialogProps } from '../../dialogs.ts'
import { lazyFeature } from '../../lazy-feature.tsx'
import { useSession } from '../../session/session.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { fetchFirstDays } from '../availability/availability.queries.ts'
import { StepRail } from '../bookings/step-rail.tsx'
import { useBookingConfig } from '../configuration/configuration.queries.ts'
import { DateStep } from './date-step.tsx'
import { useBookingWizard, type WizardControls } from './use-booking-wizard.ts'
import { isPaying, STEPS } from './wizard-state.ts'

/** Loaded once a date is picked; for a customer, whom that leads straight there, while they look for one. */
const GuestsStep = lazyFeature(async () => {
  const [{ GuestsStep }] = await Promise.all([import('./guests-step.tsx'), import('./hold-party.ts')])
  return GuestsStep
})

/**
 * Includes the card form, which isn't needed before step 2 is filled in. Loads meanwhile, together with the steps that it
 * leads to, so that they are there before anyone pays.
 */
const PaymentStep = lazyFeature(async () => {
  const steps = [GuestsStep.preload(), ConfirmStep.preload()]
  const [{ PaymentStep }] = await Promise.all([import('./payment-step.tsx'), ...steps])
  return PaymentStep
})
const ConfirmStep = lazyFeature(async () => (await import('./confirm-step.tsx')).ConfirmStep)

export { fetchFirstDays }

/** A window that shows nothing of the card below what is said about it. */
const LOW = '(max-height: 480px)'
const CARD = '[name=number]'

/** The booking flow in four steps, from date to confirmation number. */
export function BookingDialog({ onClose, ...start }: DialogProps<'booking'>) {
  const controls = useBookingWizard(start, onClose)
  const { step, date } = controls.wizard
  const { user } = useSession()
  const index = STEPS.indexOf(step)
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    if (heading.current?.parentElement) heading.current.parentElement.scrollTop = 0
    // In the next task: a sign-in dialog that led here first returns the focus to the page.
    const timer = setTimeout(() => {
      const wrong = heading.current?.parentElement?.querySelector<HTMLElement>('[aria-invalid=true]')
      ;(wrong ?? heading.current)?.focus()
      wrong?.scrollIntoView({ block: 'center' })
      if (matchMedia(LOW).matches)
        heading.current?.parentElement?.querySelector(CARD)?.scrollIntoView({ block: 'nearest' })
    })
    return () => clearTimeout(timer)
  }, [step])

  const isNext = date !== null || user !== null
  useEffect(() => {
    if (isNext) GuestsStep.preload().catch(() => {})
  }, [isNext])

  useEffect(() => {
    // A failed preload shows its error when the step opens.
    if (step === 'Guests') PaymentStep.preload().catch(() => {})
    track({ name: 'booking_step', label: step })
    if (step === 'Confirm') track({ name: 'booking_confirmed' })
  }, [step])

  /** The browser's Back goes back a step, but only where the Back button could. */
  function stepBack(): boolean {
    const canGoBack = (step === 'Guests' || step === 'Payment') && !isPaying(controls.wizard)
    if (canGoBack) controls.goBack()
    return canGoBack || controls.wizard.payment === 'sending'
  }

  return (
    <Dialog
      title={step === 'Confirm' ? "You're booked" : 'Book your trip'}
      width={30}
      isTall
      closesOutside={false}
      onClose={controls.close}
      onBack={stepBack}
    >
      <StepRail steps={STEPS} current={index} />
      <h3 ref={heading} tabIndex={-1} className="sr">
        Step {index + 1} of {STEPS.length}: {step}
      </h3>
      <PickedDate {...controls} />
      <div key={step} className="step">
        <Suspense fallback={<Loading />}>
          <CurrentStep {...controls} />
        </Suspense>
      </div>
    </Dialog>
  )
}

/** The date being booked, in sight until it is paid for. */
function PickedDate({ wizard, changeDate }: WizardControls) {
  const { step, date, isChecking, payment } = wizard
  if (!date || (step !== 'Guests' && step !== 'Payment')) return null
  return (
    <p className="num -mb-2 flex min-h-[44px] flex-none flex-wrap items-center gap-x-[8px] px-(--pad) text-ui">
      <strong>{formatShortDate(date)}</strong>
      {!isChecking && payment === 'ready' && (
        <>
          <span className="@max-[19rem]/screen:hidden" aria-hidden>
            ·
          </span>
          <button type="button" className="link min-h-[44px]" aria-label="Change the date" onClick={changeDate}>
            Change
          </button>
        </>
      )}
    </p>
  )
}

function CurrentStep(controls: WizardControls) {
  const { step, date, resumes, booking } = controls.wizard
  const config = useBookingConfig()
  if (step === 'Confirm' && booking) return <ConfirmStep booking={booking} onClose={controls.close} />
  if (step === 'Payment') return <PaymentStep {...controls} />
  if (step === 'Guests' && date && config) return <GuestsStep {...controls} config={config} date={date} />
  if (step === 'Date' && !resumes) return <DateStep {...controls} />
  return <Loading />
}
