import { addresses } from '@arcadia/contract/addresses'
import type { Booking, BookingStatus } from '@arcadia/contract/bookings'
import type { Business, BusinessFacts } from '@arcadia/contract/business'
import { groupInWords } from '@arcadia/contract/riders'
import { dayEnds, meetingPlace, readPin } from '@arcadia/contract/site/business-words'
import { TRIP_ENDS, TRIP_STARTS } from '@arcadia/contract/site/wording'
import { type TripDate, venueInstant } from '@arcadia/contract/trip-date'
import ical, { type ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

interface Trip {
  date: TripDate
  confirmationNumber: string
  summary: string
  description: string
  /** For the meeting place. */
  business?: BusinessFacts
  url: string
  writtenAt: Date
  /** Calendars keep the event with the highest. */
  sequence: number
  status: BookingStatus
}

const STATUSES = {
  PENDING: ICalEventStatus.TENTATIVE,
  CONFIRMED: ICalEventStatus.CONFIRMED,
  COMPLETED: ICalEventStatus.CONFIRMED,
  CANCELLED: ICalEventStatus.CANCELLED,
} satisfies Record<BookingStatus, ICalEventStatus>

/** A trip as an .ics file. The event id is stable, so a later file for the same booking replaces or removes it. */
export function tripEvent(trip: Trip): string {
  const method = trip.status === 'CANCELLED' ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH
  const calendar = ical({ method, prodId: { company: 'Arcadia', product: 'Trips' } })
  addTrip(calendar, trip)
  return calendar.toString()
}

/** Adds a trip to a calendar; its confirmation number is the event id. */
export function addTrip(calendar: ICalCalendar, trip: Trip): void {
  calendar.createEvent({
    id: `${trip.confirmationNumber}@${new URL(trip.url).hostname}`,
    stamp: trip.writtenAt,
    sequence: trip.sequence,
    status: STATUSES[trip.status],
    start: venueInstant(trip.date, TRIP_STARTS),
    end: venueInstant(trip.date, TRIP_ENDS),
    summary: trip.summary,
    description: trip.description,
    location: locationOf(trip.business ?? {}),
    url: trip.url,
  })
}

/** The meeting place with its pin, or the town if the owner has not set one. */
function locationOf(business: BusinessFacts) {
  const title = meetingPlace(business) ?? 'Arcadia, Florida'
  const pin = business.meetingPin ? readPin(business.meetingPin) : undefined
  return pin ? { title, geo: { lat: pin.latitude, lon: pin.longitude } } : title
}

/** Grows with each change of a booking, without a stored counter. */
export function sequenceOf({ createdAt, updatedAt }: Pick<Booking, 'createdAt' | 'updatedAt'>): number {
  return Math.floor((updatedAt.getTime() - createdAt.getTime()) / 1000)
}

/** A booking's .ics file, for the emails and the download. */
export function tripEventOf(
  booking: Pick<
    Booking,
    'id' | 'selectedDate' | 'numberOfGuests' | 'riders' | 'confirmationNumber' | 'status' | 'createdAt' | 'updatedAt'
  >,
  site: { publicUrl: string; business: Business; now: Date },
): string {
  const { selectedDate: date, confirmationNumber, status } = booking
  return tripEvent({
    date,
    confirmationNumber,
    sequence: sequenceOf(booking),
    status,
    summary: `Fishing with ${site.business.name}`,
    description: [
      `${groupInWords(booking)}, confirmation ${confirmationNumber}. Questions: ${site.business.phone}`,
      site.business.meetingDirections,
      dayEnds(site.business),
    ]
      .filter(Boolean)
      .join('\n'),
    business: site.business,
    url: site.publicUrl + addresses.bookings.booking.href(booking),
    writtenAt: site.now,
  })
}
