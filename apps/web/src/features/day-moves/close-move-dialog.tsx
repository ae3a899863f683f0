import { closeDayMove, type DayMove, type MovedParty } from '@arcadia/contract/day-moves'
import { fullName } from '@arcadia/contract/full-name'
import { formatDayInWords } from '@arcadia/contract/trip-date'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useVenueToday } from '../../api/venue-today.ts'
import { FailedBanner } from '../../forms/failed-banner.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { emailsWait, useMailPromise } from '../mails/mail-server.ts'
import { groups } from './day-moves.words.ts'

interface CloseMoveDialogProps {
  move: DayMove
  /** The groups that haven't answered. */
  waiting: readonly MovedParty[]
  onClose: () => void
}

/** Ends an offer, after saying what that means for groups that haven't answered. */
export function CloseMoveDialog({ move: { id, date }, waiting, onClose }: CloseMoveDialogProps) {
  const promise = useMailPromise()
  const close = useMutation({
    mutationFn: () => call(closeDayMove, { params: { id }, body: { opensDay: isToCome && opensDay } }),
  })
  const today = useVenueToday()
  // Going out after all reopens the day for bookings; if everyone has left, it stays closed.
  const [opensDay, setOpensDay] = useState(waiting.length > 0)
  // Whoever got no email about the day has no address, or was called.
  const toCall = waiting.filter(({ mail }) => mail === null)
  const isToCome = date >= today
  return (
    <ConfirmDialog
      title={waiting.length > 0 ? 'Go out after all' : 'Close this day'}
      confirmLabel={waiting.length > 0 ? 'Go out after all' : 'Close this day'}
      busy={close.isPending}
      onConfirm={() =>
        close.mutate(undefined, {
          onSuccess() {
            const written = waiting.length - toCall.length
            const said = [
              written > 0 && promise(`We're emailing ${groups(written)}.`, emailsWait(written)),
              toCall.length > 0 && `Call or text ${groups(toCall.length)} now.`,
            ].filter(Boolean)
            if (said.length > 0) toast(said.join(' '))
            onClose()
          },
        })
      }
      onClose={() => !close.isPending && onClose()}
    >
      <FailedBanner of={close} />
      {waiting.length > 0 ? (
        <>
          <p>
            {waiting.length === 1 ? 'One group has' : `${waiting.length} groups have`} not replied. They stay booked on{' '}
            {formatDayInWords(date)}
            {toCall.length < waiting.length && ", and we'll email them that the trip is on"}. Their links will say so
            too.
          </p>
          {toCall.length > 0 && (
            <p>
              <b>No email: call or text {new Intl.ListFormat('en-US').format(toCall.map(fullName))}.</b>
            </p>
          )}
        </>
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
