import { texts } from '@arcadia/contract/admin/texts'
import { closeDayMove, type DayMove, type MovedParty } from '@arcadia/contract/day-moves'
import { fullName } from '@arcadia/contract/full-name'
import { anglers } from '@arcadia/contract/riders'
import { formatDayInWords } from '@arcadia/contract/trip-date'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useVenueToday } from '../../api/venue-today.ts'
import { FailedBanner } from '../../forms/failed-banner.tsx'
import { useSiteData } from '../../prerender/site-data.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { RecipientPicker, usePicked } from '../../ui/recipient-picker.tsx'
import { toast } from '../../ui/toast.tsx'
import { CallToo } from './call-too.tsx'
import { groupsToCall, tellLabel } from './day-moves.words.ts'
import { useTelling } from './use-telling.ts'

interface CloseMoveDialogProps {
  move: DayMove
  /** The groups that haven't answered. */
  waiting: readonly MovedParty[]
  onClose: () => void
}

/** Ends an offer, after saying what that means for groups that haven't answered: who gets the email, and who is called. */
export function CloseMoveDialog({ move: { id, date }, waiting, onClose }: CloseMoveDialogProps) {
  const { business: from } = useSiteData()
  const telling = useTelling()
  const told = waiting.map((party) => ({ ...party, name: fullName(party) }))
  const picked = usePicked(told)
  const written = picked.written.length
  const today = useVenueToday()
  const isToday = date === today
  const toCall = groupsToCall(told, { written: picked.written, isToday, isHere: (one) => one.call === null })
  const close = useMutation({
    mutationFn: () => {
      const unwritten = told.filter((one) => !picked.isPicked(one)).map(({ bookingId }) => bookingId)
      return call(closeDayMove, { params: { id }, body: { opensDay: isToCome && opensDay, unwritten } })
    },
    onSuccess: () => {
      onClose()
      if (told.length > 0) toast(telling(written, toCall))
    },
  })
  // Going out after all reopens the day for bookings; if everyone has left, it stays closed.
  const [opensDay, setOpensDay] = useState(told.length > 0)
  const isToCome = date >= today
  return (
    <ConfirmDialog
      title={told.length > 0 ? 'Go out after all' : 'Close this day'}
      confirmLabel={told.length > 0 ? tellLabel('Go out', written, toCall) : 'Close this day'}
      busy={close.isPending}
      onConfirm={() => close.mutate()}
      onClose={() => !close.isPending && onClose()}
    >
      <FailedBanner of={close} />
      {told.length > 0 ? (
        <>
          <p>
            {told.length === 1 ? 'One group has' : `${told.length} groups have`} not replied. They stay booked on{' '}
            {formatDayInWords(date)}, and have to hear that the trip is on. Their links will say so too.
          </p>
          {isToday && written > 0 && <CallToo />}
          <RecipientPicker
            all={told}
            picked={picked}
            says={({ firstName }) => texts.backOn({ from, to: { firstName }, date, today })}
          >
            {({ numberOfGuests }) => <span className="num block small text-ink-2">{anglers(numberOfGuests)}</span>}
          </RecipientPicker>
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
