import type { Booking } from '@arcadia/contract/bookings'
import { formatShortDate } from '@arcadia/contract/trip-date'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { useDay } from '../availability/availability.queries.ts'
import { AvailabilityCalendar } from '../availability/availability-calendar.tsx'
import { anglers } from './packages.ts'
import { ProblemBanner } from './problem-banner.tsx'
import type { Reschedule } from './reschedule-flow.ts'

type RescheduleDateProps = Reschedule & { booking: Booking }

export function RescheduleDate({ booking: { numberOfGuests }, oldDate, date, problem, ...flow }: RescheduleDateProps) {
  const day = useDay(date)
  // Others book meanwhile. What is not known yet, the server will say.
  const isOpen = !day || (day.bookable && day.availableSpots >= numberOfGuests)
  return (
    <>
      <DialogBody>
        <ProblemBanner problem={problem} onDismiss={flow.dismiss} />
        <AvailabilityCalendar selected={date} onSelect={flow.pick} guests={numberOfGuests} ownDate={oldDate} />
        <p className="pt-3 text-small text-ink-2">
          Still {anglers(numberOfGuests)}.
          {numberOfGuests > 1 && ` Dates with fewer than ${numberOfGuests} places are not offered.`}
        </p>
      </DialogBody>
      <DialogFoot>
        <Button onClick={() => flow.goTo('Eligibility')}>Back</Button>
        <Button variant="cta" className="num" onClick={() => flow.confirmDate(isOpen)}>
          {date && isOpen ? `Move to ${formatShortDate(date)}` : 'Continue'}
        </Button>
      </DialogFoot>
    </>
  )
}
