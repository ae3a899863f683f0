import { type Booking, cancelBooking, type MyBooking } from '@arcadia/contract/bookings'
import { formatCents } from '@arcadia/contract/money'
import { formatDayInWords, formatFullDate } from '@arcadia/contract/trip-date'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { FailedBanner } from '../../forms/failed-banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { reloadMonthOf } from '../availability/availability.queries.ts'

interface CancelDialogProps {
  booking: MyBooking
  onReschedule: () => void
  onCancelled: () => void
  onClose: () => void
}

/** Says what cancelling costs before doing it. */
export function CancelDialog({ booking, onReschedule, onCancelled, onClose }: CancelDialogProps) {
  const { id, selectedDate, numberOfGuests, paidAmount, canMove } = booking
  const client = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => call(cancelBooking, { params: { id } }, { fallback: 'Failed to cancel the booking' }),
    onSuccess() {
      void reloadMonthOf(client, selectedDate)
      toast(`Your booking for ${formatDayInWords(selectedDate)} is canceled.`)
      onCancelled()
    },
  })

  return (
    <Dialog title="Cancel this booking?" onClose={() => !cancel.isPending && onClose()}>
      <DialogBody className="grid content-start gap-4">
        <FailedBanner of={cancel} />
        <p className="font-strong">{whatIsLost(booking)}</p>
        <p>
          If you cancel, your {numberOfGuests === 1 ? 'spot' : `${numberOfGuests} spots`} on{' '}
          {formatFullDate(selectedDate)} will open up to others right away, and that can't be undone.
        </p>
        {canMove.ok && paidAmount > 0 && (
          <p>
            Rather switch dates?{' '}
            <button type="button" className="link py-0!" onClick={onReschedule}>
              Move your booking
            </button>{' '}
            and what you paid goes with it.
          </p>
        )}
      </DialogBody>
      <DialogFoot className="max-[380px]:*:px-2">
        <Button variant="ink" disabled={cancel.isPending} onClick={onClose} data-autofocus>
          Keep booking
        </Button>
        <Button variant="danger" busy={cancel.isPending} busyLabel="Canceling..." onClick={() => cancel.mutate()}>
          Cancel booking
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

/** Cancelling moves no money: payments stay, and the terms decide about the deposit. */
function whatIsLost({ paidAmount, depositAmount }: Booking): string {
  if (paidAmount === 0) return "You haven't paid anything, so you don't lose anything."
  const deposit = Math.min(paidAmount, depositAmount)
  const kept = `Your ${formatCents(deposit)} deposit isn't refundable.`
  if (paidAmount <= depositAmount) return kept
  return `${kept} The other ${formatCents(paidAmount - depositAmount)} you paid isn't refunded automatically either: request a refund before or after you cancel.`
}
