import type { AdminBookingDetails } from '@arcadia/contract/admin/bookings'
import type { RefundAnswer } from '@arcadia/contract/refunds'
import { useId, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { useTellOutcome } from '../bookings/use-tell-outcome.ts'
import { refundableOf } from './admin-booking-refund.rules.ts'
import { AdminRefundDialog, type RefundAsked } from './admin-booking-refund-dialog.tsx'
import { CancelChargeDialog } from './cancel-charge-dialog.tsx'

/** Refunds card money of a booking, in part or in full, or voids it before it settles (docs/rules.md §3.14). */
export function AdminBookingRefund({ booking }: { booking: AdminBookingDetails }) {
  const [asked, setAsked] = useState<RefundAsked>()
  const [unfinished, setUnfinished] = useState<RefundAnswer>()
  const tell = useTellOutcome()
  const why = useId()
  const [canceling, setCanceling] = useState<AdminBookingDetails>()
  const { cents, whyNotRefund, whyNotVoid: whyNoVoid } = refundableOf(booking)

  // The dialog keeps the figures from when it opened, so newer ones can't turn it into a different refund.
  const ask = () => {
    setUnfinished(undefined)
    setAsked({ booking, cents })
  }
  const finish = (answer: RefundAnswer) => {
    setAsked(undefined)
    setCanceling(undefined)
    const back = answer.booking.refundedAmount - (asked ?? { booking }).booking.refundedAmount
    if (!answer.success) setUnfinished(answer)
    else if (back > 0) tell(answer.message, { ...booking, ...answer.booking }, 'refunded', back)
    else toast(answer.message)
  }
  const isCurrent =
    unfinished &&
    booking.refunds.at(-1)?.status !== 'DONE' &&
    booking.refundedAmount <= unfinished.booking.refundedAmount &&
    booking.refundableAmount <= unfinished.booking.refundableAmount

  return (
    <div className="mt-4 grid gap-2">
      {/* Once the outcome is known, the refund's own line says it. */}
      {isCurrent && <Banner onDismiss={() => setUnfinished(undefined)}>{unfinished.message}</Banner>}
      <div className="acts-row">
        {/* Not `disabled`: focus returns here after a full refund, and screen readers read the reason with the
            button. */}
        <Button
          variant="danger"
          aria-disabled={whyNotRefund !== undefined}
          aria-describedby={whyNotRefund && why}
          onClick={() => whyNotRefund === undefined && ask()}
        >
          Refund
        </Button>
        <Button
          aria-disabled={whyNoVoid !== undefined}
          aria-describedby={whyNoVoid && why}
          onClick={() => whyNoVoid === undefined && setCanceling(booking)}
        >
          Cancel charge
        </Button>
      </div>
      {whyNoVoid && (
        <p id={why} className="small text-ink-2">
          {whyNotRefund ?? `Can't cancel the charge: ${lowerFirst(whyNoVoid)}`}
        </p>
      )}
      {asked && <AdminRefundDialog asked={asked} onAnswer={finish} onClose={() => setAsked(undefined)} />}
      {canceling && (
        <CancelChargeDialog booking={canceling} onAnswer={finish} onClose={() => setCanceling(undefined)} />
      )}
    </div>
  )
}

const lowerFirst = (sentence: string) => `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
