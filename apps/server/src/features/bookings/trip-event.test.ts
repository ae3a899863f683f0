import { describe, expect, test } from 'vitest'
import { tripEvent, tripEventOf } from './trip-event.ts'

const trip = {
  date: '2026-06-18',
  confirmationNumber: 'JB-12345678',
  summary: 'Fishing',
  description: '2 anglers',
  url: 'https://fish.example/bookings',
  writtenAt: new Date('2026-05-01T10:00:00Z'),
  sequence: 7,
  status: 'CONFIRMED',
  outcome: 'ON',
} as const

/** Its lines, without the breaks that fold long ones. */
const linesOf = ({ content }: { content: string }) => content.replaceAll('\r\n ', '').split('\r\n')

test('a trip is a calendar event from 8 to noon with a stable id', () => {
  expect(linesOf(tripEvent(trip))).toEqual(
    expect.arrayContaining([
      'BEGIN:VCALENDAR',
      'METHOD:PUBLISH',
      'UID:JB-12345678@arcadia',
      'DTSTAMP:20260501T100000Z',
      'DTSTART;TZID=America/New_York:20260618T080000',
      'DTEND;TZID=America/New_York:20260618T120000',
      'SEQUENCE:7',
      'STATUS:CONFIRMED',
      'SUMMARY:Fishing',
      'END:VCALENDAR',
    ]),
  )
})

test('it stands at the hours of the venue, whose clock the file explains, whatever zone the server is in', () => {
  const business = { tripStarts: '06:30', linesOut: '11:00', tripEnds: '11:45' }
  const before = process.env.TZ
  for (const zone of ['UTC', 'America/New_York', 'Asia/Tokyo']) {
    process.env.TZ = zone
    const lines = linesOf(tripEvent({ ...trip, date: '2026-11-01', business }))
    expect(lines, zone).toContain('DTSTART;TZID=America/New_York:20261101T063000')
    expect(lines, 'back at the ramp').toContain('DTEND;TZID=America/New_York:20261101T114500')
  }
  process.env.TZ = before
  const { content } = tripEvent(trip)
  expect(content.match(/BEGIN:VTIMEZONE/g)).toHaveLength(1)
  for (const rule of [
    'DTSTART:20070311T020000\r\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU\r\nTZOFFSETFROM:-0500\r\nTZOFFSETTO:-0400',
    'DTSTART:20071104T020000\r\nRRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU\r\nTZOFFSETFROM:-0400\r\nTZOFFSETTO:-0500',
  ])
    expect(content).toContain(rule)
})

test('it reminds at six in the evening before, unless it is canceled', () => {
  expect(linesOf(tripEvent(trip))).toEqual(
    expect.arrayContaining(['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT14H', 'DESCRIPTION:Tomorrow: Fishing']),
  )
  const early = linesOf(tripEvent({ ...trip, business: { tripStarts: '06:30' } }))
  expect(early).toContain('TRIGGER:-PT12H30M')
  expect(linesOf(tripEvent({ ...trip, status: 'CANCELLED' }))).not.toContain('BEGIN:VALARM')
})

describe('a booking', () => {
  const booking = {
    id: 7,
    selectedDate: '2026-06-18',
    numberOfGuests: 2,
    riders: 0,
    confirmationNumber: 'JB-12345678',
    status: 'CONFIRMED',
    outcome: 'ON',
    email: 'ana+trips@example.com',
    eventSequence: 3,
  } as const
  const business = { name: 'Bob "Big" Gar; Guides', phone: '(863) 555-0199', email: 'hello@fish.example', moveDays: 14 }
  const site = { publicUrl: 'https://fish.example', business, now: new Date('2026-05-01T10:00:00Z') }
  const UID = 'UID:JB-12345678@arcadia'
  const ORGANIZER = `ORGANIZER;CN="Bob ^'Big^' Gar; Guides":mailto:hello@fish.example`
  const ATTENDEE = 'ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:MAILTO:ana+trips@example.com'
  const whoIsIn = (lines: string[]) => lines.filter((line) => /^(UID|ORGANIZER|ATTENDEE)/.test(line))

  test('invites its guest, who has accepted, in the name of the business', () => {
    const file = tripEventOf(booking, site)
    expect(file.method).toBe('REQUEST')
    const lines = linesOf(file)
    expect(lines).toEqual(expect.arrayContaining(['METHOD:REQUEST', 'SEQUENCE:3', 'STATUS:CONFIRMED']))
    expect(whoIsIn(lines)).toEqual([UID, ORGANIZER, ATTENDEE])
  })

  test('is published if the guest has no address: an invitation would need one', () => {
    const file = tripEventOf({ ...booking, email: null }, site)
    expect(file.method).toBe('PUBLISH')
    const lines = linesOf(file)
    expect(lines).toContain('METHOD:PUBLISH')
    expect(whoIsIn(lines)).toEqual([UID, ORGANIZER])
  })

  test.each([
    ['its guest', 'ana+trips@example.com', [UID, ORGANIZER, ATTENDEE]],
    ['nobody', null, [UID, ORGANIZER]],
  ])('that is canceled is taken from the calendar by who organized it, with %s invited', (_, email, people) => {
    const file = tripEventOf({ ...booking, email, status: 'CANCELLED', eventSequence: 4 }, site)
    expect(file.method).toBe('CANCEL')
    const lines = linesOf(file)
    expect(lines).toEqual(expect.arrayContaining(['METHOD:CANCEL', 'SEQUENCE:4', 'STATUS:CANCELLED']))
    expect(whoIsIn(lines)).toEqual(people)
  })

  test('that waits for its deposit is tentative', () => {
    expect(linesOf(tripEventOf({ ...booking, status: 'PENDING' }, site))).toContain('STATUS:TENTATIVE')
  })
})

test('it has the meeting place with its pin, or the town if none is set', () => {
  expect(linesOf(tripEvent(trip))).toContain('LOCATION:Arcadia\\, Florida')
  expect(tripEvent(trip).content).not.toContain('GEO')
  const business = { meetingName: 'Dock 3', meetingAddress: '12 River Road', meetingPin: '27.2158, -81.8584' }
  expect(linesOf(tripEvent({ ...trip, business }))).toEqual(
    expect.arrayContaining(['LOCATION:Dock 3\\, 12 River Road', 'GEO:27.2158;-81.8584']),
  )
})
