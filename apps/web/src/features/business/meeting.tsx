import type { Business } from '@arcadia/contract/business'
import { balanceDue, meetingPlace } from '@arcadia/contract/business-words'
import type { TripDate } from '@arcadia/contract/trip-date'
import { useSiteData } from '../../prerender/site-data.ts'

/** Where the group meets, for a list of what was booked. */
export function meetingRows(business: Business) {
  const place = meetingPlace(business)
  return place ? [{ label: 'Where to meet', value: <span className="wrap-anywhere">{place}</span> }] : []
}

/** When and how the balance of a trip is due. */
export function dueRow(business: Business, tripDate: TripDate, today: TripDate) {
  const due = balanceDue(business, tripDate, today)
  return due ? { label: 'Balance due', value: due } : null
}

/** How to find the place, and when the day is over. */
export function MeetingNotes() {
  const { directions, 'day-ends': dayEnds } = useSiteData().words
  return [directions, dayEnds].map(
    (note) =>
      note && (
        <p key={note} className="pt-3 whitespace-pre-line text-ui wrap-anywhere">
          {note}
        </p>
      ),
  )
}
