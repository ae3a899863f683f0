import { getAdminBooking } from '@arcadia/contract/admin/bookings'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { fullName } from '@arcadia/contract/full-name'
import { formatCents } from '@arcadia/contract/money'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { queryOf } from '../../api/query-of.ts'
import { useMay } from '../../session/use-may.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { connectionStatusQuery } from '../merchant/merchant.queries.ts'

interface AdminCancelDialogProps {
  booking: AdminBooking
  onCancel: (refund: boolean) => void
  onClose: () => void
}

const OFF =
  "QuickBooks isn't connected, so nothing can be refunded to a card. Connect it in Merchant Setup, or cancel now and refund later."

/** Cancelling never moves money automatically: the owner chooses. */
export function AdminCancelDialog({ booking, onCancel, onClose }: AdminCancelDialogProps) {
  const { firstName, lastName, selectedDate, numberOfGuests, email } = booking
  // Only an owner has no limit.
  const isLimited = !useMay()('owner') && booking.refundableAmount > 0
  const details = useQuery({ ...queryOf(getAdminBooking, { params: { id: booking.id } }), enabled: isLimited })
  const rest = booking.refundableAmount
  const byHand = Math.min(booking.cashAmount, booking.paidAmount - booking.refundedAmount - rest)
  const most = Math.min(rest, (isLimited ? details.data?.refundLimit : null) ?? rest)
  const { data: connection } = useQuery(connectionStatusQuery)
  const isOff = booking.paymentId !== null && connection?.isConnected === false
  const whyNot = isOff ? OFF : details.data?.whyNotRefund
  const why = useId()
  return (
    <Dialog title="Cancel booking" onClose={onClose}>
      <DialogBody className="grid content-start gap-3">
        <p className="wrap-anywhere">
          This cancels <b>{fullName({ firstName, lastName })}</b>'s trip on {formatFullDate(selectedDate)} and opens up{' '}
          {numberOfGuests === 1 ? 'the spot' : `its ${numberOfGuests} spots`} right away.{' '}
          {email && `We email ${firstName} at ${email} that it's canceled and what happens to the money.`}
        </p>
        {byHand > 0 && (
          <p>
            {formatCents(byHand)} was paid by hand and stays with you, which the email says too. If you give it back,
            press "Given back" under Money first.
          </p>
        )}
        {rest > 0 && whyNot && <p id={why}>{whyNot}</p>}
        {rest > 0 && !whyNot && most < rest && (
          <p id={why}>
            {formatCents(rest)} was paid, and you can refund up to {formatCents(most)} of it. An owner can refund more.
          </p>
        )}
      </DialogBody>
      <DialogFoot className="flex-wrap">
        <Button variant="text" onClick={onClose}>
          Back
        </Button>
        <div className="grid grow gap-2">
          <Button variant={rest > 0 ? undefined : 'danger'} onClick={() => onCancel(false)}>
            {rest > 0 ? 'Cancel and keep the deposit' : 'Cancel the booking'}
          </Button>
          {rest > 0 && (
            <Button
              variant="danger"
              busy={isLimited && details.isPending}
              aria-disabled={!!whyNot}
              aria-describedby={whyNot || most < rest ? why : undefined}
              onClick={() => !whyNot && onCancel(true)}
            >
              Cancel and refund {formatCents(whyNot ? rest : most)}
            </Button>
          )}
        </div>
      </DialogFoot>
    </Dialog>
  )
}
