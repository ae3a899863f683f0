import { type Booking, getTripCalendar } from '@arcadia/contract/bookings'
import { useMutation } from '@tanstack/react-query'
import { CalendarPlus, MapPin } from 'lucide-react'
import { call } from '../../api.ts'
import { useSession } from '../../session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

const TO_BRING = [
  'A hat, polarized glasses and sunscreen. The river throws the sun back at you.',
  'A rain jacket. Storms come up fast in summer.',
  'Shoes that may get wet, and a dry shirt for the way home.',
  'A camera. Rods, tackle, lunch and drinks are on us.',
]

const DIRECTIONS = `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: 'Arcadia, Florida' })}`

/** What helps on the morning itself: the calendar, the way, the bag. */
export function BookingDetailsTrip({ booking }: { booking: Booking }) {
  const { token } = useSession()
  const calendar = useMutation({
    mutationFn: () =>
      call(
        getTripCalendar,
        { params: { id: booking.id } },
        { token: token!, fallback: 'Failed to load the calendar file' },
      ),
    onSuccess: (file) => download(file, `trip-${booking.confirmationNumber}.ics`),
  })
  return (
    <>
      <ul className="bring">
        {TO_BRING.map((thing) => (
          <li key={thing}>{thing}</li>
        ))}
      </ul>
      {calendar.error && <Banner onDismiss={calendar.reset}>{calendar.error.message}</Banner>}
      <div className="acts-row">
        <Button icon={<CalendarPlus aria-hidden />} disabled={calendar.isPending} onClick={() => calendar.mutate()}>
          Add to calendar
        </Button>
        <LinkButton to={DIRECTIONS} target="_blank" icon={<MapPin aria-hidden />}>
          <span>
            Directions<span className="sr"> to Arcadia, Florida, in a new tab</span>
          </span>
        </LinkButton>
      </div>
    </>
  )
}

/** The call needs the session's token, so a plain link cannot make it. */
function download(text: string, name: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // A turn later: Safari reads the address after the click.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
