import { addresses } from '@arcadia/contract/addresses'
import type { Spots } from '@arcadia/contract/holds'
import { PACKAGES } from '@arcadia/contract/packages'
import { PAYMENT_PROCESSING_MESSAGE } from '@arcadia/contract/payments'
import { groupInWords } from '@arcadia/contract/riders'
import { formatShortDate, type TripDate } from '@arcadia/contract/trip-date'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Banner } from '../../ui/banner.tsx'
import { NearestMornings, useNearestOpen } from '../availability/nearest-mornings.tsx'
import { useBookingConfig } from '../configuration/configuration.queries.ts'
import { HeldForYou } from '../holds/held-for-you.tsx'
import { HoldCountdown } from '../holds/hold-countdown.tsx'
import { PaymentProgress, SendingPayment } from '../payments/payment-progress.tsx'
import { canHoldAgain, spotsOf, type Wizard } from './wizard-state.ts'

const KEPT = 'We kept what you typed, except the card number and CVV.'

interface PaymentStatusProps {
  wizard: Wizard
  onExpire: () => void
  /** Holds another morning instead of one that is taken. */
  onChoose: (date: TripDate) => void
  onClose: () => void
}

/** The hold with its countdown, or the payment's progress. */
export function PaymentStatus({ wizard, onExpire, onChoose, onClose }: PaymentStatusProps) {
  const { payment, hold, payFirst, details, booking } = wizard
  const spots = spotsOf(wizard)
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
            <HoldCountdown
              hold={hold}
              title={<HeldForYou date={hold.selectedDate} />}
              text={line}
              onExpire={onExpire}
            />
          </div>
        )
      )
    case 'sending':
      return (
        <div className="timer-place">
          <SendingPayment />
        </div>
      )
    case 'confirming':
      return <ConfirmingPayment line={line} booking={booking} />
    case 'expired':
      return (
        <div className="pb-5 text-ui text-ink-2">
          <HoldOver wizard={wizard} onClose={onClose} />
        </div>
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

/** What is left to say below why the hold is over. After a payment elsewhere nothing of cards: one was charged. */
function HoldOver({ wizard, onClose }: { wizard: Wizard; onClose: () => void }) {
  const { hold, lost } = wizard
  const { booking, hold: held } = lost?.since ?? {}
  if (booking)
    return (
      <p>
        Confirmation number <span className="num text-ink">{booking.confirmationNumber}</span>.{' '}
        <Link to={addresses.trip.own.href(booking)} onClick={onClose}>
          View booking
        </Link>
      </p>
    )
  if (!canHoldAgain(wizard)) return "Your card wasn't charged."
  if (!held) return `Your card wasn't charged, and the date may still be open. ${KEPT}`
  if (held.selectedDate === hold!.selectedDate) return KEPT
  return `Your card wasn't charged. You can hold one date at a time: holding ${formatShortDate(hold!.selectedDate)} here lets ${formatShortDate(held.selectedDate)} go.`
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
      <p className="pt-3 text-ink-2">{KEPT}</p>
    </>
  )
}
