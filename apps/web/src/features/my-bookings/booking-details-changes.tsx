import type { MyBooking } from '@arcadia/contract/bookings'
import { REFUND_ANSWER, withdrawRefundRequest } from '@arcadia/contract/refunds'
import { isPaidByGift } from '@arcadia/contract/split-kept'
import { formatDate, venueDate } from '@arcadia/contract/trip-date'
import { hasBegun } from '@arcadia/contract/trip-over'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useMinute } from '../../api/venue-today.ts'
import { FailedBanner } from '../../forms/failed-banner.tsx'
import { useSiteData } from '../../prerender/site-data.ts'
import { Button } from '../../ui/button.tsx'
import { withPhoneLinks } from '../../ui/phone-links.tsx'
import { RefusableButton } from '../../ui/refusable-button.tsx'
import { Section } from '../../ui/section.tsx'
import { toast } from '../../ui/toast.tsx'
import { depositBackLabel } from '../day-moves/deposit-back-label.ts'
import { canAskRefund, UNUSUAL, whatIsKept } from './manage-bookings.rules.ts'

interface BookingDetailsChangesProps {
  booking: MyBooking
  /** The day is called off: the customer chooses what happens and loses nothing. */
  isDayMoved: boolean
  onReschedule: () => void
  onDepositBack: () => void
  onRequestRefund: () => void
  onCancel: () => void
}

/** Ways to change plans, with what each costs. */
export function BookingDetailsChanges({ booking, isDayMoved, ...on }: BookingDetailsChangesProps) {
  const { status, outcome, canCancel, canMove } = booking
  const now = useMinute()
  const { business, words } = useSiteData()
  const isAskable = canAskRefund(booking)
  if (isDayMoved)
    return (
      <Section title="Change of plans">
        <div className="acts-row">
          <Button onClick={on.onReschedule}>Choose another date</Button>
          <Button onClick={on.onDepositBack}>{depositBackLabel(booking)}</Button>
        </div>
      </Section>
    )
  const isPast = outcome === 'NO_SHOW' || status === 'COMPLETED' || hasBegun(booking, business, now)
  if ((isPast || !canCancel.ok) && !isAskable && !booking.refundAskedAt) return null
  function whatOfMoney() {
    if (status === 'CANCELLED' || isPaidByGift(booking)) return whatIsKept(booking)
    return isPast ? UNUSUAL : "The deposit isn't refundable."
  }
  return (
    <Section title={isPast || status === 'CANCELLED' ? 'Your refund' : 'Change of plans'}>
      <p className="text-ui text-ink-2">
        {canMove.ok &&
          `You can move to another date for free, up to ${words['move-days']} before the trip, and what you paid goes with it. `}
        {status === 'CONFIRMED' && !isPast && canMove.why && <>{withPhoneLinks(canMove.why)} </>}
        {whatOfMoney()}
      </p>
      <AskedRefund booking={booking} />
      <div className="acts-row gap-x-5">
        {status === 'CONFIRMED' && !isPast && canMove.ok && (
          <Button className="max-[480px]:basis-full" onClick={on.onReschedule}>
            Reschedule
          </Button>
        )}
        {isAskable && (
          <Button variant="text" onClick={on.onRequestRefund}>
            Request a refund
          </Button>
        )}
        {status !== 'CANCELLED' && !isPast && (
          <RefusableButton variant="text" why={canCancel.why} onClick={on.onCancel}>
            Cancel booking
          </RefusableButton>
        )}
      </div>
    </Section>
  )
}

/** The open request, which its guest can take back. */
export function AskedRefund({ booking: { id, refundAskedAt } }: { booking: Pick<MyBooking, 'id' | 'refundAskedAt'> }) {
  return refundAskedAt && <AskedAt bookingId={id} askedAt={refundAskedAt} />
}

function AskedAt({ bookingId, askedAt }: { bookingId: number; askedAt: Date }) {
  const withdraw = useMutation({
    mutationFn: () => call(withdrawRefundRequest, { params: { id: bookingId }, body: { askedAt } }),
    onSuccess: () => toast('Your refund request is withdrawn.'),
  })
  return (
    <>
      <p>
        You asked for a refund on {formatDate(venueDate(askedAt))}. {REFUND_ANSWER}
      </p>
      <FailedBanner of={withdraw} />
      <Button
        variant="text"
        className="justify-self-start"
        busy={withdraw.isPending}
        busyLabel="Withdrawing..."
        onClick={() => withdraw.mutate()}
      >
        Withdraw the request
      </Button>
    </>
  )
}
