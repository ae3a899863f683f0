import { type Booking, getTripCalendar } from '@arcadia/contract/bookings'
import { meetingMap, meetingPlace } from '@arcadia/contract/business-words'
import { formatVenueTime } from '@arcadia/contract/trip-date'
import { LUNCH } from '@arcadia/contract/wording'
import { useMutation } from '@tanstack/react-query'
import { CalendarPlus, MapPin } from 'lucide-react'
import { call } from '../../api/call.ts'
import { download } from '../../api/download.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { skyOf } from '../bookings/trip-sky.ts'
import { MeetingNotes } from '../business/meeting.tsx'

const ON_US = `Rods and tackle are on us. ${LUNCH}`
const TO_BRING = [
  'A hat, polarized glasses and sunscreen. The glare off the water is no joke.',
  'A rain jacket. Storms come up fast in summer.',
  'Shoes that can get wet, and a dry shirt for the ride home.',
  `A camera. ${ON_US}`,
]

const TOWN = `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: 'Arcadia, Florida' })}`

/** What helps on the morning itself: the light, the bag, the calendar, the way. */
export function BookingDetailsTrip({ booking }: { booking: Booking }) {
  const { business, words } = useSiteData()
  const calendar = useMutation({
    mutationFn: () =>
      call(getTripCalendar, { params: { id: booking.id } }, { fallback: 'Failed to load the calendar file' }),
    onSuccess: (file) => download(file, { name: `trip-${booking.confirmationNumber}.ics`, type: 'text/calendar' }),
  })
  const { sunrise, sunset, moon } = skyOf(booking.selectedDate)
  return (
    <>
      <SummaryList
        rows={[
          { label: 'Sunrise', value: `${formatVenueTime(sunrise)} Eastern` },
          { label: 'Sunset', value: `${formatVenueTime(sunset)} Eastern` },
          { label: 'Moon', value: `${moon.phase}, ${moon.litPercent}% lit` },
        ]}
      />
      <MeetingNotes />
      <ul className="grid list-[square] gap-[0.45rem] pl-[1.1rem] leading-[1.45] marker:text-(color:--bw-500)">
        {(words.bring ? [words.bring, ON_US] : TO_BRING).map((thing) => (
          <li key={thing} className="whitespace-pre-line">
            {thing}
          </li>
        ))}
      </ul>
      {calendar.error && <Banner onDismiss={calendar.reset}>{calendar.error.message}</Banner>}
      <div className="acts-row">
        <Button icon={<CalendarPlus aria-hidden />} disabled={calendar.isPending} onClick={() => calendar.mutate()}>
          Add to calendar
        </Button>
        <LinkButton to={meetingMap(business) ?? TOWN} target="_blank" icon={<MapPin aria-hidden />}>
          <span>
            Directions<span className="sr"> to {meetingPlace(business) ?? 'Arcadia, Florida'}, in a new tab</span>
          </span>
        </LinkButton>
      </div>
    </>
  )
}
