import { moveBooking } from '@arcadia/contract/admin/bookings'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { groupInWords } from '@arcadia/contract/riders'
import { formatDayInWords, formatFullDate, formatShortDate, type TripDate } from '@arcadia/contract/trip-date'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { FormError } from '../../forms/form-error.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { reloadMonthOf } from '../availability/availability.queries.ts'
import { AvailabilityCalendar } from '../availability/availability-calendar.tsx'
import { useTellOutcome } from '../bookings/use-tell-outcome.ts'

/** `booking` as it was when the dialog opened; the server refuses if someone else has moved it since. */
export function MoveBookingDialog({ booking, onClose }: { booking: AdminBooking; onClose: () => void }) {
  const { id, firstName, email, selectedDate: from, numberOfGuests, privateMorning } = booking
  const client = useQueryClient()
  const tell = useTellOutcome()
  const [date, setDate] = useState<TripDate | null>(null)
  const [isDateMissing, setDateMissing] = useState(false)
  const move = useMutation({
    mutationFn: (to: TripDate) => call(moveBooking, { params: { id }, body: { from, to } }),
    onSuccess(moved) {
      tell(`Moved to ${formatFullDate(moved.selectedDate)}.`, moved, 'moved')
      onClose()
    },
    async onSettled(_answer, _error, to) {
      await Promise.all([reloadMonthOf(client, from), reloadMonthOf(client, to)])
    },
  })
  const close = () => !move.isPending && onClose()
  return (
    <Dialog title="Move date" width={30} onClose={close}>
      <DialogBody className="grid content-start gap-3">
        <p className="wrap-anywhere">
          {groupInWords({ numberOfGuests, riders: 0, privateMorning })}, now on {formatDayInWords(from)}. Payments move
          with it. {email && `We email ${firstName} at ${email} the new date with a calendar file.`}
        </p>
        <AvailabilityCalendar
          selected={date}
          onSelect={(picked) => {
            move.reset()
            setDateMissing(false)
            setDate(picked)
          }}
          guests={numberOfGuests}
          isPrivate={privateMorning !== null}
          ownDate={from}
          isGuests
        />
        <FormError>{isDateMissing ? 'Please select a date' : move.error}</FormError>
      </DialogBody>
      <DialogFoot>
        <p className="num text-ui text-ink-2 leading-snug" aria-live="polite">
          {date && `To ${formatShortDate(date)}`}
        </p>
        <Button
          variant="cta"
          busy={move.isPending}
          busyLabel="Moving..."
          onClick={() => (date ? move.mutate(date) : setDateMissing(true))}
        >
          {email ? `Move and email ${firstName}` : 'Move'}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
