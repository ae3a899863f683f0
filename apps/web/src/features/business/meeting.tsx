import type { Business } from '@arcadia/contract/business'
import { balanceDue, meetingMap, meetingPlace } from '@arcadia/contract/site/business-words'
import { unbroken } from '@arcadia/contract/site/unbroken'
import type { TripDate } from '@arcadia/contract/trip-date'
import { MapPin } from 'lucide-react'
import { useSiteData } from '../../prerender/site-data.ts'
import { LinkButton } from '../../ui/button.tsx'
import { inPieces } from '../../ui/in-pieces.tsx'

/** Where the group meets, and how to find it, as a row of a booking summary. */
export function meetingRows(business: Business) {
  const place = meetingPlace(business)
  return place ? [{ label: 'Where to meet', value: <Meeting place={place} /> }] : []
}

function Meeting({ place }: { place: string }) {
  const { directions } = useSiteData().words
  return (
    <span className="wrap-anywhere">
      {inPieces(place)}
      {directions && <span className="block whitespace-pre-line font-body text-ink-2 text-small">{directions}</span>}
    </span>
  )
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

/** When the day ends. */
export function DayEnds() {
  const { 'day-ends': dayEnds } = useSiteData().words
  return dayEnds && <p className="pt-3 text-ui wrap-anywhere">{unbroken(dayEnds)}</p>
}
