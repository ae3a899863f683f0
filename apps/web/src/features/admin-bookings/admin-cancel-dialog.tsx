import type { AdminBooking } from '@arcadia/contract/bookings'
import { fullName } from '@arcadia/contract/full-name'
import { formatCents } from '@arcadia/contract/money'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { refundable } from '../bookings/refund-request.rules.ts'

interface AdminCancelDialogProps {
  booking: AdminBooking
  onCancel: (refund: boolean) => void
  onClose: () => void
}

/** Cancelling never moves money automatically: the owner chooses. */
export function AdminCancelDialog({ booking, onCancel, onClose }: AdminCancelDialogProps) {
  const { firstName, lastName, selectedDate, numberOfGuests, email } = booking
  const rest = refundable(booking)
  return (
    <Dialog title="Cancel booking" onClose={onClose}>
      <DialogBody className="grid content-start gap-3">
        <p className="wrap-anywhere">
          This cancels the trip of <b>{fullName({ firstName, lastName })}</b> on {formatFullDate(selectedDate)} and
          opens up {numberOfGuests === 1 ? 'the spot' : `its ${numberOfGuests} spots`} right away.{' '}
          {email && `We email ${firstName} at ${email} that it's cancelled and what happens to the money.`}
        </p>
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
            <Button variant="danger" onClick={() => onCancel(true)}>
              Cancel and refund {formatCents(rest)}
            </Button>
          )}
        </div>
      </DialogFoot>
    </Dialog>
  )
}
