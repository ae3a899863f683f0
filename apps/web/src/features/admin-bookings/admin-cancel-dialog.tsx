import type { AdminBooking } from '@arcadia/contract/bookings'
import { fullName } from '@arcadia/contract/full-name'
import { formatCents } from '@arcadia/contract/money'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { connectionStatusQuery } from '../merchant/merchant.queries.ts'

interface AdminCancelDialogProps {
  booking: AdminBooking
  onCancel: (refund: boolean) => void
  onClose: () => void
}

/** Cancelling never moves money automatically: the owner chooses. */
export function AdminCancelDialog({ booking, onCancel, onClose }: AdminCancelDialogProps) {
  const { firstName, lastName, selectedDate, numberOfGuests, email } = booking
  const rest = booking.refundableAmount
  const { data: connection } = useQuery(connectionStatusQuery)
  const cannot = booking.paymentId !== null && connection?.isConnected === false
  const why = useId()
  return (
    <Dialog title="Cancel booking" onClose={onClose}>
      <DialogBody className="grid content-start gap-3">
        <p className="wrap-anywhere">
          This cancels <b>{fullName({ firstName, lastName })}</b>'s trip on {formatFullDate(selectedDate)} and opens up{' '}
          {numberOfGuests === 1 ? 'the spot' : `its ${numberOfGuests} spots`} right away.{' '}
          {email && `We email ${firstName} at ${email} that it's cancelled and what happens to the money.`}
        </p>
        {rest > 0 && cannot && (
          <p id={why}>
            QuickBooks isn't connected, so nothing can be refunded to a card. Connect it in Merchant Setup, or cancel
            now and refund later.
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
              aria-disabled={cannot}
              aria-describedby={cannot ? why : undefined}
              onClick={() => !cannot && onCancel(true)}
            >
              Cancel and refund {formatCents(rest)}
            </Button>
          )}
        </div>
      </DialogFoot>
    </Dialog>
  )
}
