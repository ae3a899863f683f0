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
      'UID:JB-12345678@fish.example',
      'DTSTAMP:20260501T100000Z',
      'DTSTART:20260618T120000Z',
      'DTEND:20260618T160000Z',
      'SEQUENCE:7',
      'STATUS:CONFIRMED',
      'SUMMARY:Fishing',
      'END:VCALENDAR',
    ]),
  )
})

test.each([
  ['the last morning of summer time', '2026-10-31', 'DTSTART:20261031T120000Z', 'DTEND:20261031T160000Z'],
  ['the morning after clocks fell back', '2026-11-01', 'DTSTART:20261101T130000Z', 'DTEND:20261101T170000Z'],
  ['the morning after clocks sprang forward', '2027-03-14', 'DTSTART:20270314T120000Z', 'DTEND:20270314T160000Z'],
])('it starts at 8 local time on %s', (_, date, start, end) => {
  expect(linesOf(tripEvent({ ...trip, date }))).toEqual(expect.arrayContaining([start, end]))
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
  const UID = 'UID:JB-12345678@fish.example'
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
