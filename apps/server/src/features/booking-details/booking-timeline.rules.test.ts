import { expect, test } from 'vitest'
import { type BookingTables, tellTimeline } from './booking-timeline.rules.ts'

const at = (minute: number) => new Date(Date.UTC(2027, 4, 10, 12, minute))
const nothing: BookingTables = {
  events: [],
  charges: [],
  mails: [],
  questions: [],
  signatures: [],
  changes: [],
}
const change = (minute: number, action: string) => ({
  at: at(minute),
  by: 'Marlene Dugan',
  action,
  before: '{"a":1}',
  after: '{"a":2}',
})

test('an admin’s change is one moment with a name; a change without a history line stands alone', () => {
  const timeline = tellTimeline({
    ...nothing,
    events: [
      { happenedAt: at(1), kind: 'created', description: 'Booked.' },
      { happenedAt: at(3), kind: 'rescheduled', description: 'Moved by the owner.' },
      { happenedAt: at(4), kind: 'corrected', description: 'Updated: the name.' },
    ],
    changes: [change(2, 'booking.note-added'), change(3, 'booking.rescheduled'), change(4, 'booking.corrected')],
  })
  expect(timeline.map(({ text, by, changed }) => [text, by, changed !== null])).toEqual([
    ['Updated: the name.', 'Marlene Dugan', true],
    ['Moved by the owner.', 'Marlene Dugan', true],
    ['Added a note.', 'Marlene Dugan', true],
    ['Booked.', null, false],
  ])
})

test('captured payments come from the history; declined ones show the reason', () => {
  const charge = { startedAt: at(1), amount: 35_000, message: null } as BookingTables['charges'][number]
  const timeline = tellTimeline({
    ...nothing,
    charges: [
      { ...charge, status: 'CAPTURED' },
      { ...charge, status: 'DECLINED', message: 'Your card was declined.' },
    ],
  })
  expect(timeline.map(({ text, note }) => [text, note])).toEqual([
    ['$350.00 by card: declined.', 'Your card was declined.'],
  ])
})

test('an email shows its recipient, and the mail server’s reply if refused', () => {
  const mail = { id: 1, kind: 'booking-confirmed', to: 'a@example.com', createdAt: at(1), subject: null, sentAt: null }
  const timeline = tellTimeline({
    ...nothing,
    mails: [
      { ...mail, status: 'FAILED', error: '550 no such mailbox' },
      { ...mail, status: 'SENT', error: 'first try', subject: 'Your date is booked', sentAt: at(2) },
    ],
  })
  expect(timeline.map(({ text, note, mail }) => [text, note, mail?.status])).toEqual([
    ['Your date is booked', 'To a@example.com', 'SENT'],
    ['Booking confirmed', 'To a@example.com. 550 no such mailbox', 'FAILED'],
  ])
})
