import { closeDayMove, type DayMove } from '@arcadia/contract/day-moves'
import { formatDayInWords } from '@arcadia/contract/trip-date'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useVenueToday } from '../../api/venue-today.ts'
import { FailedBanner } from '../../forms/failed-banner.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

interface CloseMoveDialogProps {
  move: DayMove
  /** How many groups haven't answered. */
  waiting: number
  onClose: () => void
}

/** Ends an offer, after saying what that means for groups that haven't answered. */
export function CloseMoveDialog({ move: { id, date }, waiting, onClose }: CloseMoveDialogProps) {
  const close = useMutation({
    mutationFn: () => call(closeDayMove, { params: { id }, body: { opensDay: isToCome && opensDay } }),
  })
  const today = useVenueToday()
  // Going out after all reopens the day for bookings; if everyone has left, it stays closed.
  const [opensDay, setOpensDay] = useState(waiting > 0)
  const isToCome = date >= today
  return (
    <ConfirmDialog
      title={waiting > 0 ? 'Go out after all' : 'Close this day'}
      confirmLabel={waiting > 0 ? 'Go out after all' : 'Close this day'}
      busy={close.isPending}
      onConfirm={() => close.mutate(undefined, { onSuccess: onClose })}
      onClose={() => !close.isPending && onClose()}
    >
      <FailedBanner of={close} />
      {waiting > 0 ? (
        <p>
          {waiting === 1 ? 'One group has' : `${waiting} groups have`} not replied. They stay booked on{' '}
          {formatDayInWords(date)}, and we'll email them that the trip is on. Their links will say so too.
        </p>
      ) : (
        <p>Everyone has replied, so no emails go out.</p>
      )}
      {isToCome && (
        <label className="flex min-h-11 items-center gap-[0.6rem] leading-[1.35]">
          <input
            type="checkbox"
            className="size-5 flex-none accent-ink"
            checked={opensDay}
            onChange={({ target }) => setOpensDay(target.checked)}
          />
          <span>Reopen the day for bookings</span>
        </label>
      )}
    </ConfirmDialog>
  )
}
