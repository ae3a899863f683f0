import type { MyBooking } from '@arcadia/contract/bookings'
import { withdrawRefundRequest } from '@arcadia/contract/refunds'
import { unbroken } from '@arcadia/contract/site/unbroken'
import { isPaidByGift } from '@arcadia/contract/split-kept'
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
import { DeclinedRefund } from './declined-refund.tsx'
import { canAskRefund, refundAsked, UNUSUAL, whatIsKept } from './manage-bookings.rules.ts'

interface BookingDetailsChangesProps {
  booking: MyBooking
  onReschedule: () => void
  onRequestRefund: () => void
  onCancel: () => void
}

/** Ways to change plans, with what each costs. */
export function BookingDetailsChanges({ booking, ...on }: BookingDetailsChangesProps) {
  const { status, outcome, canCancel, canMove, refundAskedAt, refundDeclined } = booking
  const now = useMinute()
  const { business, words } = useSiteData()
  const isAskable = canAskRefund(booking)
  const isPast = outcome === 'NO_SHOW' || status === 'COMPLETED' || hasBegun(booking, business, now)
  if ((isPast || !canCancel.ok) && !isAskable && !refundAskedAt) return null
  function whatOfMoney() {
    if (status === 'CANCELLED' && refundAskedAt && !booking.canceledByUs) return ''
    if (status === 'CANCELLED' || isPaidByGift(booking)) return whatIsKept(booking)
    if (isPast) return refundDeclined ? '' : UNUSUAL
    return "The deposit isn't refundable."
  }
  return (
    <Section title={isPast || status === 'CANCELLED' ? 'Your refund' : 'Change of plans'}>
      <p className="text-ui text-ink-2">
        {canMove.ok &&
          `You can move to another date for free, up to ${words['move-days']} before the trip, and what you paid goes with it. `}
        {status === 'CONFIRMED' && !isPast && canMove.why && <>{withPhoneLinks(canMove.why)} </>}
        {whatOfMoney()}
      </p>
      {refundAskedAt && <p>{unbroken(refundAsked(refundAskedAt))}</p>}
      {refundDeclined && <DeclinedRefund declined={refundDeclined} />}
      <WithdrawRefund booking={booking} />
      <div className="acts-row gap-x-5">
        {status === 'CONFIRMED' && !isPast && canMove.ok && (
          <Button className="max-[480px]:basis-full" onClick={on.onReschedule}>
            Reschedule
          </Button>
        )}
        {isAskable && (
          <Button variant="text" onClick={on.onRequestRefund}>
            {refundDeclined ? 'Ask again' : 'Request a refund'}
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

/** Takes the open request for a refund back. */
export function WithdrawRefund({
  booking: { id, refundAskedAt },
}: {
  booking: Pick<MyBooking, 'id' | 'refundAskedAt'>
}) {
  return refundAskedAt && <Withdraw bookingId={id} askedAt={refundAskedAt} />
}

function Withdraw({ bookingId, askedAt }: { bookingId: number; askedAt: Date }) {
  const withdraw = useMutation({
    mutationFn: () => call(withdrawRefundRequest, { params: { id: bookingId }, body: { askedAt } }),
    onSuccess: () => toast('Your refund request is withdrawn.'),
  })
  return (
    <>
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
