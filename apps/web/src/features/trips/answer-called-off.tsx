import { anglers, groupInWords } from '@arcadia/contract/riders'
import { reachUs } from '@arcadia/contract/site/business-words'
import { formatDayInWords, formatFullDate, formatShortDate, type TripDate } from '@arcadia/contract/trip-date'
import { type LinkedTrip, moveTrip, refundTrip } from '@arcadia/contract/trips'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '../../api/call.ts'
import { FailedBanner } from '../../forms/failed-banner.tsx'
import { useSiteData } from '../../prerender/site-data.ts'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { reloadMonthOf } from '../availability/availability.queries.ts'
import { AvailabilityCalendar } from '../availability/availability-calendar.tsx'
import { DepositBackDialog } from '../day-moves/deposit-back-dialog.tsx'
import { depositBackLabel } from '../day-moves/deposit-back-label.ts'
import { MovedDayNotice } from '../day-moves/moved-day-link.tsx'

interface AnswerCalledOffProps {
  token: string
  linked: LinkedTrip
  calledOff: NonNullable<LinkedTrip['calledOff']>
  onMoved: (trip: LinkedTrip) => void
  /** It may have been answered elsewhere, or be over. */
  onChanged: () => void
}

/** Another date or the money back, without signing in: the one thing the link can do. */
export function AnswerCalledOff({ token, linked, calledOff, onMoved, onChanged }: AnswerCalledOffProps) {
  const client = useQueryClient()
  const { business } = useSiteData()
  const { numberOfGuests, status, firstName } = linked
  const [date, setDate] = useState<TripDate | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [isRefunding, setRefunding] = useState(false)
  const move = useMutation({
    mutationFn: (newSelectedDate: TripDate) => call(moveTrip, { body: { token, newSelectedDate } }),
    onSuccess: onMoved,
    onError(error) {
      if (date) void reloadMonthOf(client, date)
      if (error instanceof ApiError && error.code === 'day-move-over') onChanged()
    },
  })
  function confirm() {
    setAsking(!date)
    if (date && !move.isPending) move.mutate(date)
  }
  return (
    <>
      <DialogBody className="grid content-start gap-5">
        <FailedBanner of={move} />
        <MovedDayNotice movedDay={calledOff} isPaid={calledOff.refundableAmount + calledOff.cashAmount > 0} />
        <SummaryList
          rows={[
            { label: 'Booked by', value: <span className="wrap-anywhere">{firstName}</span> },
            { label: 'Called off', value: formatFullDate(calledOff.date) },
            { label: 'Group', value: groupInWords(linked) },
          ]}
        />
        <p className="text-ui">
          {["We're sorry about this.", reachUs('Questions?', business)].filter(Boolean).join(' ')}
        </p>
        <Button
          className="justify-self-start whitespace-normal"
          disabled={move.isPending}
          onClick={() => setRefunding(true)}
        >
          {depositBackLabel(calledOff)}
        </Button>
        <section aria-labelledby="new-date" className="grid gap-3">
          <h2 id="new-date" className="font-strong">
            Or choose another date
          </h2>
          <AvailabilityCalendar
            selected={date}
            guests={numberOfGuests}
            isPrivate={linked.privateMorning !== null}
            ownDate={calledOff.date}
            onSelect={(picked) => {
              move.reset()
              setAsking(false)
              setDate(picked)
            }}
          />
          <p role="status" className="text-ink-2 text-ui">
            {date
              ? `${formatDayInWords(date)} for ${anglers(numberOfGuests)}. ${status === 'PENDING' ? "We'll hold it until you pay the deposit." : 'What you paid goes with you.'}`
              : isAsking && 'Please select a date'}
          </p>
        </section>
      </DialogBody>
      <DialogFoot isStacked>
        <Button variant="cta" busy={move.isPending} busyLabel="Moving..." onClick={confirm}>
          {date ? `Move to ${formatShortDate(date)}` : 'Choose a new date'}
        </Button>
      </DialogFoot>
      {isRefunding && (
        <DepositBackDialog
          booking={{ ...calledOff, selectedDate: calledOff.date, status }}
          refund={() => call(refundTrip, { body: { token } })}
          onChooseDate={() => setRefunding(false)}
          onClose={() => {
            setRefunding(false)
            onChanged()
          }}
        />
      )}
    </>
  )
}
