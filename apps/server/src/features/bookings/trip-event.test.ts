import { expect, test } from 'vitest'
import { tripEvent } from './trip-event.ts'

const trip = {
  date: '2026-06-18',
  confirmationNumber: 'JB-12345678',
  summary: 'Fishing',
  description: '2 anglers',
  url: 'https://fish.example/bookings',
  writtenAt: new Date('2026-05-01T10:00:00Z'),
  sequence: 7,
  status: 'CONFIRMED',
} as const

test('a trip is a calendar event from 8 to noon with a stable id', () => {
  const ics = tripEvent(trip)
  const lines = ics.split('\r\n')
  expect(lines).toEqual(
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
  expect(tripEvent({ ...trip, date }).split('\r\n')).toEqual(expect.arrayContaining([start, end]))
})

test('a cancelled trip is removed from the calendar', () => {
  const lines = tripEvent({ ...trip, status: 'CANCELLED' }).split('\r\n')
  expect(lines).toEqual(expect.arrayContaining(['METHOD:CANCEL', 'UID:JB-12345678@fish.example', 'STATUS:CANCELLED']))
})

test('it has the meeting place with its pin, or the town if none is set', () => {
  expect(tripEvent(trip)).toContain('LOCATION:Arcadia\\, Florida\r\n')
  expect(tripEvent(trip)).not.toContain('GEO')
  const business = { meetingName: 'Dock 3', meetingAddress: '12 River Road', meetingPin: '27.2158, -81.8584' }
  const ics = tripEvent({ ...trip, business })
  expect(ics).toContain('LOCATION:Dock 3\\, 12 River Road\r\n')
  expect(ics).toContain('GEO:27.2158;-81.8584\r\n')
})
