import { addresses } from '@arcadia/contract/addresses'
import type { BookingStatus, TripOutcome } from '@arcadia/contract/bookings'
import type { Business, BusinessFacts } from '@arcadia/contract/business'
import { groupInWords } from '@arcadia/contract/riders'
import { dayEnds, meetingPlace, readPin, tripIsOver, tripStarts } from '@arcadia/contract/site/business-words'
import { reachUs } from '@arcadia/contract/site/contact-words'
import { type TripDate, VENUE_TIME_ZONE } from '@arcadia/contract/trip-date'
import ical, {
  ICalAlarmType,
  ICalAttendeeStatus,
  type ICalCalendar,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator'
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
  return { method, content: fileOf(calendar) }
}

/** The rules of the venue's clock, which a calendar without them may not know (RFC 5545, 3.6.5). */
const VENUE_CLOCK = [
  'BEGIN:VTIMEZONE',
  `TZID:${VENUE_TIME_ZONE}`,
  'BEGIN:DAYLIGHT',
  'DTSTART:20070311T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
  'TZOFFSETFROM:-0500',
  'TZOFFSETTO:-0400',
  'TZNAME:EDT',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'DTSTART:20071104T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
  'TZOFFSETFROM:-0400',
  'TZOFFSETTO:-0500',
  'TZNAME:EST',
  'END:STANDARD',
  'END:VTIMEZONE',
].join('\r\n')

/** The file of a calendar. The clock stands before its events: given to the library, it would stamp them without a zone. */
export const fileOf = (calendar: ICalCalendar): string =>
  calendar.toString().replace('BEGIN:VEVENT', `${VENUE_CLOCK}\r\nBEGIN:VEVENT`)

/** An hour at the venue: the library writes the clock of the machine, whichever zone it is in. */
const atVenue = (date: TripDate, time: string) => new Date(`${date}T${time}`)

const EVENING = 18
/** From 6 PM of the evening before to the start. */
const sinceEvening = (start: string) => (24 - EVENING + Number(start.slice(0, 2))) * 3600 + Number(start.slice(3)) * 60

/** Adds a trip to a calendar; its confirmation number is the event id. */
export function addTrip(calendar: ICalCalendar, trip: Trip): void {
  const { business = {} } = trip
  const event = calendar.createEvent({
    // Never the site's domain: with a new one every trip would stand in calendars twice.
    id: `${trip.confirmationNumber}@arcadia`,
    stamp: trip.writtenAt,
    sequence: trip.sequence,
    status: statusOf(trip),
    timezone: VENUE_TIME_ZONE,
    start: atVenue(trip.date, tripStarts(business)),
    end: atVenue(trip.date, tripIsOver(business)),
    summary: trip.summary,
    description: trip.description,
    location: locationOf(business),
    url: trip.url,
    organizer: trip.organizer ?? null,
    attendees: trip.attendee ? [{ email: trip.attendee, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }] : [],
  })
  if (statusOf(trip) === ICalEventStatus.CANCELLED) return
  const triggerBefore = sinceEvening(tripStarts(business))
  event.createAlarm({ type: ICalAlarmType.display, description: `Tomorrow: ${trip.summary}`, triggerBefore })
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
  /** A file for its friends names nobody and no number, and leads to the group's page. */
  group?: { id: string; url: string },
): TripFile {
  const { selectedDate: date, confirmationNumber, status, outcome } = booking
  return tripEvent({
    date,
    confirmationNumber: group?.id ?? confirmationNumber,
    sequence: booking.eventSequence,
    status,
    outcome,
    organizer: { name: site.business.name, email: site.business.email || noReplyAt(site.publicUrl) },
    attendee: group ? null : booking.email,
    summary: `Fishing with ${site.business.name}`,
    description: [
      [
        `${groupInWords(booking)}${group ? '' : `, confirmation ${confirmationNumber}`}.`,
        reachUs('Questions?', site.business),
      ]
        .filter(Boolean)
        .join(' '),
      site.business.meetingDirections,
      dayEnds(site.business),
    ]
      .filter(Boolean)
      .join('\n'),
    business: site.business,
    url: group?.url ?? site.publicUrl + addresses.trip.own.href(booking),
    writtenAt: site.now,
  })
}
