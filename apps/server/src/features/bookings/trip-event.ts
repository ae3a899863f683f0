import { addresses } from '@arcadia/contract/addresses'
import type { BookingStatus, TripOutcome } from '@arcadia/contract/bookings'
import type { Business, BusinessFacts } from '@arcadia/contract/business'
import { groupInWords } from '@arcadia/contract/riders'
import { dayEnds, meetingPlace, reachUs, readPin, tripIsOver, tripStarts } from '@arcadia/contract/site/business-words'
import { type TripDate, venueInstant } from '@arcadia/contract/trip-date'
import ical, { ICalAttendeeStatus, type ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { noReplyAt } from '../../mail/no-reply.ts'
import type { KeptBooking } from './bookings.store.ts'

interface Trip {
  date: TripDate
  confirmationNumber: string
  summary: string
  description: string
  /** For the hours and the meeting place. */
  business?: BusinessFacts
  url: string
  writtenAt: Date
  /** Calendars keep the event with the highest. */
  sequence: number
  status: BookingStatus
  outcome: TripOutcome | null
  /** Without an organizer a calendar takes no change and no cancellation from an email. */
  organizer?: { name: string; email: string }
  /** The guest's address; null if there is none. */
  attendee?: string | null
}

const STATUSES = {
  PENDING: ICalEventStatus.TENTATIVE,
  CONFIRMED: ICalEventStatus.CONFIRMED,
  COMPLETED: ICalEventStatus.CONFIRMED,
  CANCELLED: ICalEventStatus.CANCELLED,
} satisfies Record<BookingStatus, ICalEventStatus>

const statusOf = ({ status, outcome }: Pick<Trip, 'status' | 'outcome'>) =>
  outcome === 'CALLED_OFF' ? ICalEventStatus.CANCELLED : STATUSES[status]

/** An .ics file and what it asks of a calendar (RFC 5546). */
export interface TripFile {
  method: ICalCalendarMethod
  content: string
}

/**
 * A trip as an .ics file. The event id is stable, so a later file for the same booking replaces or removes it. A guest with an
 * address is invited and has accepted; without one there is nobody to invite, and the event is published.
 */
export function tripEvent(trip: Trip): TripFile {
  const { CANCEL, REQUEST, PUBLISH } = ICalCalendarMethod
  const method = statusOf(trip) === ICalEventStatus.CANCELLED ? CANCEL : trip.attendee ? REQUEST : PUBLISH
  const calendar = ical({ method, prodId: { company: 'Arcadia', product: 'Trips' } })
  addTrip(calendar, trip)
  return { method, content: calendar.toString() }
}

/** Adds a trip to a calendar; its confirmation number is the event id. */
export function addTrip(calendar: ICalCalendar, trip: Trip): void {
  const { business = {} } = trip
  calendar.createEvent({
    id: `${trip.confirmationNumber}@${new URL(trip.url).hostname}`,
    stamp: trip.writtenAt,
    sequence: trip.sequence,
    status: statusOf(trip),
    start: venueInstant(trip.date, tripStarts(business)),
    end: venueInstant(trip.date, tripIsOver(business)),
    summary: trip.summary,
    description: trip.description,
    location: locationOf(business),
    url: trip.url,
    organizer: trip.organizer ?? null,
    attendees: trip.attendee ? [{ email: trip.attendee, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }] : [],
  })
}

/** The meeting place with its pin, or the town if the owner has not set one. */
function locationOf(business: BusinessFacts) {
  const title = meetingPlace(business) ?? 'Arcadia, Florida'
  const pin = business.meetingPin ? readPin(business.meetingPin) : undefined
  return pin ? { title, geo: { lat: pin.latitude, lon: pin.longitude } } : title
}

/** A booking's .ics file, for the emails and the download. */
export function tripEventOf(
  booking: Pick<
    KeptBooking,
    | 'id'
    | 'selectedDate'
    | 'numberOfGuests'
    | 'riders'
    | 'confirmationNumber'
    | 'status'
    | 'outcome'
    | 'email'
    | 'eventSequence'
  >,
  site: { publicUrl: string; business: Business; now: Date },
): TripFile {
  const { selectedDate: date, confirmationNumber, status, outcome } = booking
  return tripEvent({
    date,
    confirmationNumber,
    sequence: booking.eventSequence,
    status,
    outcome,
    organizer: { name: site.business.name, email: site.business.email || noReplyAt(site.publicUrl) },
    attendee: booking.email,
    summary: `Fishing with ${site.business.name}`,
    description: [
      [`${groupInWords(booking)}, confirmation ${confirmationNumber}.`, reachUs('Questions?', site.business)]
        .filter(Boolean)
        .join(' '),
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
