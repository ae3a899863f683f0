import type { Booking } from '@arcadia/contract/bookings'
import { meetingMap, meetingPlace } from '@arcadia/contract/site/business-words'
import { skyOf } from '@arcadia/contract/site/trip-sky'
import { formatVenueTime } from '@arcadia/contract/trip-date'
import { useSiteData } from '../../prerender/site-data.ts'
import { SummaryList } from '../../ui/summary-list.tsx'
import { OwnCalendarRow } from '../bookings/add-to-calendar.tsx'
import { ON_US, thingsToBring } from '../bookings/to-bring.ts'
import { MapLink } from '../business/meeting.tsx'

const TOWN = `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: 'Arcadia, Florida' })}`

/** What helps before and on the morning: calendar file, directions, what to bring, sunrise and sunset. */
export function BookingDetailsTrip({ booking }: { booking: Booking }) {
  const { business, words } = useSiteData()
  const { sunrise, sunset, moon } = skyOf(booking.selectedDate)
  return (
    <>
      <OwnCalendarRow booking={booking}>
        <MapLink map={meetingMap(business) ?? TOWN} place={meetingPlace(business) ?? 'Arcadia, Florida'} />
      </OwnCalendarRow>
      <ul className="grid list-[square] gap-[0.45rem] pl-[1.1rem] leading-[1.45] marker:text-(color:--bw-500)">
        {[...thingsToBring(words), ON_US].map((thing) => (
          <li key={thing}>{thing}</li>
        ))}
      </ul>
      <SummaryList
        rows={[
          { label: 'Sunrise', value: formatVenueTime(sunrise) },
          { label: 'Sunset', value: formatVenueTime(sunset) },
          { label: 'Moon', value: `${moon.phase}, ${moon.litPercent}% lit` },
        ]}
      />
    </>
  )
}
