import type { Booking } from '@arcadia/contract/bookings'
import { groupInWords } from '@arcadia/contract/riders'
import { unbroken } from '@arcadia/contract/site/unbroken'
import { formatDayInWords } from '@arcadia/contract/trip-date'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { AvailabilityCalendar } from '../availability/availability-calendar.tsx'
import { ProblemBanner } from '../bookings/problem-banner.tsx'
import type { Reschedule } from './reschedule-flow.ts'

type RescheduleDateProps = Reschedule & { booking: Booking; onBack: () => void; isFirst: boolean }

/** A tapped morning leads on; after Back, so does Continue. */
export function RescheduleDate(props: RescheduleDateProps) {
  const { booking, oldDate, date, isOpen, problem, isFirst, onBack, ...flow } = props
  const { numberOfGuests, privateMorning } = booking
  return (
    <>
      <DialogBody>
        <ProblemBanner problem={problem?.isAboutDate && !isOpen ? null : problem} onDismiss={flow.dismiss} />
        <AvailabilityCalendar
          selected={date}
          onSelect={flow.pick}
          guests={numberOfGuests}
          isPrivate={privateMorning !== null}
          ownDate={oldDate}
        />
        <p className="pt-3 text-small text-ink-2">
          For {groupInWords({ numberOfGuests, riders: 0, privateMorning })}. You keep{' '}
          {unbroken(formatDayInWords(oldDate))} until you confirm a new date.
        </p>
      </DialogBody>
      <DialogFoot className="max-[380px]:*:px-2">
        <Button onClick={onBack}>{isFirst ? 'Close' : 'Back'}</Button>
        {date && (
          <Button variant="cta" onClick={flow.confirmDate}>
            Continue
          </Button>
        )}
      </DialogFoot>
    </>
  )
}
