import { setBookingStatus } from '@arcadia/contract/admin-bookings'
import { type AdminBooking, BookingStatus } from '@arcadia/contract/bookings'
import { formatCents } from '@arcadia/contract/money'
import { call } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { statusClass, statusLabel } from '../../ui/tag.tsx'
import { useOptimisticChange } from '../../use-optimistic-change.ts'
import { useTracesReload } from './admin-bookings.queries.ts'
import { refundable } from './refund-request.rules.ts'

export interface StatusWish {
  status: BookingStatus
  refund: boolean
}

export function useBookingStatus(token: string) {
  const reloadTraces = useTracesReload(token)
  return useOptimisticChange<AdminBooking, StatusWish>({
    lists: ['admin-bookings', token],
    send: ({ id }, query) => call(setBookingStatus, { params: { id }, query }, { token }),
    foresee: (booking, { status }) => ({ ...booking, status }),
    onDone: () => void reloadTraces(),
  })
}

interface StatusSelectProps {
  booking: AdminBooking
  onChange: (status: BookingStatus) => void
}

/** Any status to any other (admin spec §4); it wears the status's tint. */
export function StatusSelect({ booking, onChange }: StatusSelectProps) {
  return (
    <select
      className={statusClass(booking.status)}
      aria-label={`Status of ${booking.firstName} ${booking.lastName}, ${booking.confirmationNumber}`}
      value={booking.status}
      onChange={({ target }) => onChange(target.value as BookingStatus)}
    >
      {BookingStatus.options.map((status) => (
        <option key={status} value={status}>
          {statusLabel(status)}
        </option>
      ))}
    </select>
  )
}

interface AdminCancelDialogProps {
  booking: AdminBooking
  onCancel: (refund: boolean) => void
  onClose: () => void
}

/** Cancelling never moves money by itself: the owner chooses (decisions §9). */
export function AdminCancelDialog({ booking, onCancel, onClose }: AdminCancelDialogProps) {
  const rest = refundable(booking)
  return (
    <Dialog title="Cancel booking" onClose={onClose}>
      <DialogBody className="grid content-start gap-3">
        <p>
          The booking of{' '}
          <b>
            {booking.firstName} {booking.lastName}
          </b>{' '}
          is cancelled, its spots are free again, and the customer is told by mail.
        </p>
      </DialogBody>
      <DialogFoot className="flex-wrap">
        <Button variant="text" onClick={onClose}>
          Back
        </Button>
        <Button variant={rest > 0 ? undefined : 'danger'} onClick={() => onCancel(false)}>
          {rest > 0 ? 'Cancel and keep the deposit' : 'Cancel the booking'}
        </Button>
        {rest > 0 && (
          <Button variant="danger" onClick={() => onCancel(true)}>
            Cancel and refund {formatCents(rest)}
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  )
}
