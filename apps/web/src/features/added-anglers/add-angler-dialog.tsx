import { type HeldAngler, payAngler } from '@arcadia/contract/added-anglers'
import { TERMS_VERSION } from '@arcadia/contract/booking-data'
import type { MyBooking } from '@arcadia/contract/bookings'
import { fullName } from '@arcadia/contract/full-name'
import { formatCents } from '@arcadia/contract/money'
import { getPayment, type Payment } from '@arcadia/contract/payments'
import { anglers } from '@arcadia/contract/riders'
import type { Share } from '@arcadia/contract/shares'
import { unbroken } from '@arcadia/contract/site/unbroken'
import { daysBetween, formatShortDate } from '@arcadia/contract/trip-date'
import { CircleCheck, Users } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError, call } from '../../api/call.ts'
import { useVenueToday } from '../../api/venue-today.ts'
import { FailedBanner } from '../../forms/failed-banner.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { Money } from '../../ui/money.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { TermsField } from '../bookings/terms-field.tsx'
import { useTerms } from '../bookings/use-terms.ts'
import { HoldCountdown } from '../holds/hold-countdown.tsx'
import { CardFormFields } from '../payments/card-form.tsx'
import { PayButton } from '../payments/pay-button.tsx'
import { PaymentNews } from '../payments/payment-news.tsx'
import { useCardPayment } from '../payments/use-card-payment.ts'
import { ShareLink } from '../waivers/share-link.tsx'

interface AddAnglerDialogProps {
  booking: MyBooking
  spot: HeldAngler
  groupUrl: string
  /** Whose bill is split: its open shares grow by what is added. */
  shares: readonly Share[]
  /** Holds a spot again, once the time is over. */
  hold: { mutate: () => void; isPending: boolean; error: Error | null; reset: () => void }
  /** With the hold to let go. */
  onClose: (holdId: string | undefined) => void
  onChangeSplit: () => void
}

/** Pays the deposit of one more angler, who joins the booking with the payment (docs/rules.md §2.38). */
export function AddAnglerDialog({
  booking,
  spot,
  groupUrl,
  shares,
  hold,
  onClose,
  onChangeSplit,
}: AddAnglerDialogProps) {
  const [endedHold, setEndedHold] = useState<string>()
  const terms = useTerms()
  const payment = useAnglerPayment({ booking, spot, onEnd: () => setEndedHold(spot.hold?.holdId) })
  const { state, card, isSending, isUnsent } = payment
  const isOver = endedHold !== undefined && endedHold === spot.hold?.holdId
  const isReady = state.kind === 'ready'
  const hasForm = payment.takesCard && !isOver
  const today = useVenueToday()
  const closeButton = useRef<HTMLButtonElement>(null)
  const isSettled = isOver || (!isReady && !isSending)
  useEffect(() => {
    if (isSettled) closeButton.current?.focus()
  }, [isSettled])

  function close() {
    // Stay open for the few seconds until the answer, or the customer won't know what happened to the money.
    if (isSending) return
    onClose(isReady ? spot.hold?.holdId : undefined)
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!terms.demand()) return
    if (spot.deposit > 0) card.submit(event)
    else payment.payWithoutCard()
  }

  return (
    <Dialog
      title={state.kind === 'paid' ? 'Angler added' : 'Add an angler'}
      width={30}
      closesOutside={false}
      onClose={close}
    >
      <form className="dlg__form" noValidate onSubmit={submit}>
        {/* While the fields are disabled, nothing else in it would be focusable for scrolling by keyboard. */}
        <DialogBody className="grid content-start gap-5" tabIndex={isSending ? 0 : undefined}>
          {isReady && !isOver && (
            <Held booking={booking} spot={spot} onExpire={() => setEndedHold(spot.hold?.holdId)} />
          )}
          <PaymentNews
            payment={payment}
            afterwards="The spot is safe, and your booking stays as it is until then. We'll email you the result, and this page shows it too."
            inDialog={{ sent: `One more angler, ${formatCents(spot.deposit)}`, taken: booking.confirmationNumber }}
          >
            {state.kind === 'paid' && <Joined {...{ spot, groupUrl, shares, onChangeSplit }} />}
          </PaymentNews>
          {isReady && isOver && !state.problem && (
            <Banner tone="warn">Time expired, and the spot may be gone. Your card wasn't charged.</Banner>
          )}
          {isOver && <FailedBanner of={hold} />}
          {isReady && <WhatItCosts booking={booking} spot={spot} />}
          {isReady && shares.length > 0 && spot.added > spot.deposit && (
            <p className="text-ui">
              The rest of this angler's price {REST_OF[whoPaysMore(shares)].before}. You can change the split
              afterwards.
            </p>
          )}
          {hasForm && spot.deposit > 0 && <CardFormFields form={card} />}
          {hasForm && <TermsField {...terms.field} daysUntilTrip={daysBetween(today, booking.selectedDate)} />}
        </DialogBody>
        <DialogFoot>
          <Button
            ref={closeButton}
            variant={isReady || isSending ? 'line' : 'ink'}
            className={isReady || isSending ? undefined : 'ml-auto'}
            disabled={isSending}
            onClick={close}
          >
            Close
          </Button>
          {isReady && isOver && (
            <Button
              variant="cta"
              className="min-w-0 flex-auto"
              busy={hold.isPending}
              busyLabel="Holding a spot..."
              onClick={() => {
                payment.dismiss()
                hold.mutate()
              }}
            >
              Hold a spot again
            </Button>
          )}
          {hasForm && <PayButton amount={spot.deposit} {...{ isSending, isUnsent }} className="flex-auto" />}
        </DialogFoot>
      </form>
    </Dialog>
  )
}

/** Said where the hold can't be paid anymore, whatever it was that ended it. */
const HOLD_ENDS: readonly string[] = ['hold-expired', 'hold-released', 'spots-taken', 'hold-not-found']

function useAnglerPayment({ booking, spot, onEnd }: { booking: MyBooking; spot: HeldAngler; onEnd: () => void }) {
  const { id } = booking
  return useCardPayment<Pick<Payment, 'status'> & { id?: number }>({
    kept: { name: fullName(booking) },
    async send({ paymentToken, recaptcha }, query, options) {
      const { hold, deposit: amount, totalAmount } = spot
      const body = {
        holdId: hold?.holdId,
        amount,
        totalAmount,
        currency: 'USD' as const,
        paymentToken: paymentToken || undefined,
        termsVersion: TERMS_VERSION,
        recaptcha,
      }
      try {
        const { payment } = await call(payAngler, { params: { id }, query, body }, options)
        return payment ?? { status: 'CAPTURED' }
      } catch (error) {
        if (error instanceof ApiError && HOLD_ENDS.includes(error.code)) onEnd()
        throw error
      }
    },
    ask: (payment, query, options) => call(getPayment, { params: { id: payment.id! }, query }, options),
  })
}

function Held({ booking, spot, onExpire }: { booking: MyBooking; spot: HeldAngler; onExpire: () => void }) {
  if (!spot.hold) return <Banner tone="info">{spot.message}</Banner>
  const { selectedDate } = booking
  return (
    <div className="timer-place">
      <HoldCountdown
        hold={{ ...spot.hold, selectedDate }}
        title="Held for you"
        text={unbroken(`1 spot on ${formatShortDate(selectedDate)}`)}
        onExpire={onExpire}
      />
    </div>
  )
}

function WhatItCosts({ booking, spot }: { booking: MyBooking; spot: HeldAngler }) {
  const { added, deposit, totalAmount, numberOfGuests } = spot
  const takesEmptySpot = booking.privateMorning !== null && booking.privateMorning.spots >= numberOfGuests
  return (
    <SummaryList
      rows={[
        {
          label: takesEmptySpot ? 'One more angler, less the empty spot' : 'One more angler',
          value: <Money cents={added} />,
        },
        { label: `New total, ${anglers(numberOfGuests)}`, value: <Money cents={totalAmount} /> },
        { label: 'Left to pay later', value: <Money cents={booking.pendingAmount + added - deposit} /> },
        { label: 'Deposit due today', value: <Money cents={deposit} />, isDue: true },
      ]}
    />
  )
}

/** Whose part of a split bill grows by an angler: open shares do, and where none is open, what no share covers. */
function whoPaysMore(shares: readonly Share[]): keyof typeof REST_OF {
  const open = shares.filter(({ state, asks }) => state === 'OPEN' && asks > 0)
  return open.some(({ isOwn }) => !isOwn) ? 'group' : open.length > 0 ? 'own' : 'nobody'
}

const REST_OF = {
  group: {
    before: "goes on your group's open shares",
    after: "Your group's open shares went up. Change the split to give your new angler a share, and tell the others.",
  },
  own: {
    before: 'goes on your own share',
    after: 'Your own share went up. Change the split to give your new angler a share.',
  },
  nobody: {
    before: 'is in no share, so you owe it',
    after: 'The rest of the price is in no share, so you owe it. Change the split to give your new angler a share.',
  },
}

function Joined({
  spot: { numberOfGuests, added, deposit },
  groupUrl,
  shares,
  onChangeSplit,
}: Pick<AddAnglerDialogProps, 'spot' | 'groupUrl' | 'shares' | 'onChangeSplit'>) {
  return (
    <>
      <p role="status" className="flex items-start gap-3">
        <CircleCheck className="size-6 flex-none text-ok" strokeWidth={1.75} aria-hidden />
        {deposit > 0 && 'Thank you. Your payment went through. '}
        You're {anglers(numberOfGuests)} now.
      </p>
      {shares.length > 0 && added > deposit && (
        <>
          <p className="text-ui">{REST_OF[whoPaysMore(shares)].after}</p>
          <div>
            <Button icon={<Users aria-hidden />} onClick={onChangeSplit}>
              Change the split
            </Button>
          </div>
        </>
      )}
      <p className="text-ui">Send your new angler the link for your group, so they can see this page too.</p>
      <div className="flex flex-wrap items-center gap-2">
        <ShareLink url={groupUrl} title="Our fishing trip" share="Send the link" copy="Copy the link" />
      </div>
    </>
  )
}
