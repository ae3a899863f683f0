import type { Business } from '@arcadia/contract/business'
import { balanceDue, meetingMap, meetingPlace } from '@arcadia/contract/site/business-words'
import type { TripDate } from '@arcadia/contract/trip-date'
import { MapPin } from 'lucide-react'
import { useSiteData } from '../../prerender/site-data.ts'
import { LinkButton } from '../../ui/button.tsx'

/** Where the group meets, as a row of a booking summary. */
export function meetingRows(business: Business) {
  const place = meetingPlace(business)
  return place ? [{ label: 'Where to meet', value: <span className="wrap-anywhere">{place}</span> }] : []
}

/** When and how the balance is due. */
export function dueRow(business: Business, tripDate: TripDate, today: TripDate) {
  const due = balanceDue(business, tripDate, today)
  return due ? { label: 'Balance due', value: due } : null
}

/** Directions to the meeting place, once the owner has set it. */
export function DirectionsLink() {
  const { business } = useSiteData()
  const map = meetingMap(business)
  return map ? <MapLink map={map} place={meetingPlace(business) ?? 'where we meet'} /> : null
}

export function MapLink({ map, place }: { map: string; place: string }) {
  return (
    <LinkButton to={map} target="_blank" icon={<MapPin aria-hidden />}>
      <span>
        Directions<span className="sr"> to {place}, in a new tab</span>
      </span>
    </LinkButton>
  )
}

/** How to find the place and when the day ends. */
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
