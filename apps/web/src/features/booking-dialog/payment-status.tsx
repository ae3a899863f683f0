import type { Spots } from '@arcadia/contract/holds'
import { PACKAGES } from '@arcadia/contract/packages'
import { PAYMENT_PROCESSING_MESSAGE } from '@arcadia/contract/payments'
import { groupInWords } from '@arcadia/contract/riders'
import { formatShortDate, type TripDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { NearestMornings, useNearestOpen } from '../availability/nearest-mornings.tsx'
import { useBookingConfig } from '../configuration/configuration.queries.ts'
import { openHoldQuery } from '../holds/hold.queries.ts'
import { HoldCountdown } from '../holds/hold-countdown.tsx'
import { PaymentProgress, SendingPayment } from '../payments/payment-progress.tsx'
import { canHoldAgain, spotsOf, type Wizard } from './wizard-state.ts'

interface PaymentStatusProps {
  wizard: Wizard
  onExpire: () => void
  /** Holds another morning instead of one that is taken. */
  onChoose: (date: TripDate) => void
}

/** The hold with its countdown, or the payment's progress. */
export function PaymentStatus({ wizard, onExpire, onChoose }: PaymentStatusProps) {
  const { payment, hold, payFirst, details, booking } = wizard
  const spots = spotsOf(wizard)
  const elsewhere = useHoldElsewhere(wizard)
  const line = spots
    ? `${PACKAGES[details.packageType].name}, ${groupInWords({ ...spots, riders: details.riders })}`
    : ''
  switch (payment) {
    case 'ready':
      if (payFirst)
        return (
          <Banner tone="info" className="mb-5">
            {payFirst.message}
          </Banner>
        )
      return (
        hold && (
          <div className="timer-place">
            <HoldCountdown hold={hold} title="Held for you" text={line} onExpire={onExpire} />
          </div>
        )
      )
    case 'sending':
      return (
        <div className="timer-place">
          <SendingPayment text={line} />
        </div>
      )
    case 'confirming':
      return <ConfirmingPayment line={line} booking={booking} />
    case 'expired':
      return (
        <p className="pb-5 text-ui text-ink-2">
          Your card wasn't charged
          {canHoldAgain(wizard) &&
            (elsewhere
              ? `. You can hold one date at a time: holding ${formatShortDate(hold!.selectedDate)} here lets ${formatShortDate(elsewhere.selectedDate)} go`
              : ', and the date may still be open. We kept what you typed, except the card number and CVV')}
          .
        </p>
      )
    case 'taken':
      return (
        spots && (
          <div className="pb-5 text-ui">
            <OtherMornings spots={spots} isBusy={wizard.isChecking} onChoose={onChoose} />
          </div>
        )
      )
  }
}

/** Comes into sight: whoever had scrolled to Pay must read that they can leave. */
function ConfirmingPayment({ line, booking }: { line: string; booking: Wizard['booking'] }) {
  const says = useRef<HTMLParagraphElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the booking there is more to read
  useEffect(() => void says.current?.scrollIntoView({ block: 'end' }), [booking])
  return (
    <>
      <div className="timer-place">
        <PaymentProgress title={PAYMENT_PROCESSING_MESSAGE} text={booking?.confirmationNumber ?? line} />
      </div>
      <p ref={says} className="pt-2.5 pb-5 text-ui text-ink-2">
        {booking
          ? "This can take a few minutes. You can close this window. Your date is safe, and we'll email you the result; Manage Bookings shows it too."
          : 'This usually takes a few seconds.'}
      </p>
    </>
  )
}

/** What this customer holds in another tab, once this one's hold is over. */
export function useHoldElsewhere({ payment, hold }: Wizard) {
  const { data: open } = useQuery({ ...openHoldQuery, enabled: payment === 'expired', staleTime: 0 })
  return open && open.holdId !== hold?.holdId ? open : undefined
}

interface OtherMorningsProps {
  spots: Spots
  isBusy: boolean
  onChoose: (date: TripDate) => void
}

/** Mornings with room for the whole group. */
function OtherMornings({ spots: { selectedDate, numberOfGuests }, isBusy, onChoose }: OtherMorningsProps) {
  const rules = useBookingConfig()
  const dates = useNearestOpen({ date: selectedDate, guests: numberOfGuests, rules })
  return (
    <>
      <NearestMornings dates={dates} isBusy={isBusy} onChoose={onChoose} />
      <p className="pt-3 text-ink-2">We kept what you typed, except the card number and CVV.</p>
    </>
  )
}
