import type { TripDate } from '@arcadia/contract/trip-date'
import type { Trip } from '@arcadia/contract/trips'
import { Dialog } from '../../ui/dialog.tsx'
import { CalendarRow } from '../bookings/add-to-calendar.tsx'
import { RescheduleResult } from '../my-bookings/reschedule-result.tsx'

export interface Moved {
  oldDate: TripDate
  date: TripDate
}

interface MovedTripProps extends Moved {
  trip: Trip
  loadCalendar: () => Promise<string>
  onClose: () => void
}

/** What came of another date for a called-off day, as of any other move. */
export function MovedTrip({ trip, loadCalendar, ...moved }: MovedTripProps) {
  const { own, groupUrl } = trip
  if (!own) return null
  const booking = { ...trip, ...own }
  return (
    <Dialog title="Your date has moved" width={30} onClose={moved.onClose}>
      <RescheduleResult
        {...{ booking, groupUrl }}
        {...moved}
        calendar={<CalendarRow booking={own} load={loadCalendar} />}
        isEmailed={own.emailHint !== null}
      />
    </Dialog>
  )
}
