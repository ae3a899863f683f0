import { type Booking, cancelBooking, type MyBooking } from '@arcadia/contract/bookings'
import { unbroken } from '@arcadia/contract/site/unbroken'
import { splitKept } from '@arcadia/contract/split-kept'
import { formatDayInWords, formatFullDate } from '@arcadia/contract/trip-date'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useVenueToday } from '../../api/venue-today.ts'
import { FailedBanner } from '../../forms/failed-banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { reloadMonthOf } from '../availability/availability.queries.ts'
import { keptOf } from './manage-bookings.rules.ts'

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
  // Nobody can book a today.
  const isToday = selectedDate === useVenueToday()
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
          {isToday ? (
            <>If you cancel your trip today, that can't be undone.</>
          ) : (
            <>
              If you cancel, your {numberOfGuests === 1 ? 'spot' : `${numberOfGuests} spots`} on{' '}
              {unbroken(formatFullDate(selectedDate))} will open up to others right away, and that can't be undone.
            </>
          )}
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
      <DialogFoot className="max-tablet:*:px-2">
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
function whatIsLost(booking: Booking): string {
  const kept = keptOf(booking)
  if (kept === 0)
    return `${booking.paidAmount === 0 ? "You haven't paid anything" : 'We keep nothing you paid'}, so you don't lose anything.`
  const { says, rest, restInWords } = splitKept(kept, booking)
  if (rest === 0) return says
  return `${says} You can ask for a refund of ${restInWords}, before or after you cancel.`
}
