import { type TripDate, VENUE_TIME_ZONE } from '@arcadia/contract/trip-date'
import ical, { ICalCalendarMethod } from 'ical-generator'
import { anglers } from '../../mail/letter.ts'

/** The hours of a trip at the venue (spec §9). */
const STARTS = '08:00'
const ENDS = '12:00'

interface Trip {
  date: TripDate
  confirmationNumber: string
  summary: string
  description: string
  url: string
  writtenAt: Date
}

/** A trip as an .ics file. The event keeps its id, so that a later file about the same booking replaces it. */
export function tripEvent(trip: Trip): string {
  const calendar = ical({ method: ICalCalendarMethod.PUBLISH, prodId: { company: 'Arcadia', product: 'Trips' } })
  calendar.createEvent({
    id: `${trip.confirmationNumber}@${new URL(trip.url).hostname}`,
    stamp: trip.writtenAt,
    start: venueInstant(trip.date, STARTS),
    end: venueInstant(trip.date, ENDS),
    summary: trip.summary,
    description: trip.description,
    location: 'Arcadia, Florida',
    url: trip.url,
  })
  return calendar.toString()
}

/** The same of a booking, in the words that the mails and the download share. */
export function tripEventOf(
  booking: { selectedDate: TripDate; numberOfGuests: number; confirmationNumber: string },
  site: { publicUrl: string; business: { name: string; phone: string }; now: Date },
): string {
  const { selectedDate: date, confirmationNumber } = booking
  return tripEvent({
    date,
    confirmationNumber,
    summary: `Fishing with ${site.business.name}`,
    description: `${anglers(booking.numberOfGuests)}, confirmation ${confirmationNumber}. Questions: ${site.business.phone}`,
    url: `${site.publicUrl}/bookings`,
    writtenAt: site.now,
  })
}

/** The instant at which the clock at the venue shows `time` on `date`. */
export function venueInstant(date: TripDate, time: string): Date {
  const asIfUtc = new Date(`${date}T${time}:00Z`)
  const offset = venueClock(asIfUtc).getTime() - asIfUtc.getTime()
  return new Date(asIfUtc.getTime() - offset)
}

/** What the clock at the venue shows at an instant, written as if it were UTC. */
function venueClock(instant: Date): Date {
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: VENUE_TIME_ZONE, dateStyle: 'short', timeStyle: 'medium' })
  return new Date(`${shown.format(instant).replace(' ', 'T')}Z`)
}
