import { expect, test } from 'vitest'
import type { AdminBooking } from '../bookings.ts'
import { textAddress } from '../phone-numbers.ts'
import { texts } from './texts.ts'

const from = {
  name: 'Peace River Giants',
  meetingName: 'Sample Landing',
  meetingAddress: '100 Sample Street',
  meetingPin: '27.2158, -81.8584',
  meetingDirections: 'Turn in at the gate.',
  tripStarts: '06:30',
}
const to = { firstName: 'Luis' }
const trip = { date: '2026-11-27', today: '2026-11-26' }

test('a text names the business, greets with the first name, and is ready to send', () => {
  expect(texts.hello({ from, to: { firstName: 'Luis Ortega' } })).toBe("Hi Luis, it's Peace River Giants. ")
  expect(texts.hello({ from, to: { firstName: null } })).toBe("Hi, it's Peace River Giants. ")
  expect(texts.late({ from, to })).toBe(
    "Hi Luis, Peace River Giants: we're running about 15 minutes late. See you soon.",
  )
  expect(texts.waiver({ from, to, ...trip, link: 'L' })).toBe(
    'Hi Luis, Peace River Giants: please sign our waiver before your trip on Friday. Everyone in your group can use this link: L',
  )
  expect(texts.waiver({ from, to, date: trip.today, today: trip.today, link: 'L' })).toContain(
    'before your trip today.',
  )
  expect(texts.invitation({ from, link: 'L', until: new Date('2026-12-04T17:00:00Z') })).toBe(
    "Hi, Peace River Giants: here's your link to join us in the booking portal. It works once, until Fri, Dec 4: L",
  )
})

test('the text about a day that is called off says why and what to do', () => {
  const off = { from, to, ...trip, reason: 'WEATHER' as const, words: null, link: 'https://x/trips/1#t' }
  expect(texts.calledOff(off)).toBe(
    'Hi Luis, Peace River Giants: Friday is off, weather. New date or refund: https://x/trips/1#t',
  )
  expect(texts.calledOff({ ...off, reason: 'OTHER', words: 'The motor is out', date: trip.today, link: null })).toBe(
    'Hi Luis, Peace River Giants: today is off. The motor is out. Call us to pick another date.',
  )
  expect(texts.calledOff({ ...off, date: '2026-12-11' })).toContain(': Fri, Dec 11 is off, weather.')
})

test('the text about a day that is on after all says when', () => {
  expect(texts.backOn({ from, to, ...trip })).toBe(
    'Hi Luis, Peace River Giants: Friday is on after all. See you at 6:30 AM Eastern.',
  )
})

test('the text to somebody without an email is worth keeping', () => {
  const number = { confirmationNumber: 'JB-12345678' }
  expect(texts.booked({ from, to, ...trip, date: '2027-06-04', ...number, link: 'https://x.example/t' })).toBe(
    "Hi Luis, Peace River Giants: you're booked for Fri, Jun 4 at 6:30 AM Eastern. We meet at Sample Landing, 100 Sample Street. Your number is JB-12345678. Your trip, directions and calendar: https://x.example/t",
  )
  expect(texts.booked({ from: { name: 'Peace River Giants' }, to, ...trip, ...number, link: null })).toBe(
    "Hi Luis, Peace River Giants: you're booked for Friday at 8:00 AM Eastern. Your number is JB-12345678.",
  )
})

test('the text about where we meet has hour, place, directions and a map, or is none', () => {
  expect(texts.meeting({ from, to, ...trip })).toBe(
    'Hi Luis, Peace River Giants: we meet Friday at 6:30 AM Eastern at Sample Landing, 100 Sample Street. Turn in at the gate. Map: https://www.google.com/maps/search/?api=1&query=27.2158%2C-81.8584',
  )
  expect(texts.meeting({ from: { name: 'Peace River Giants' }, to, ...trip })).toBeUndefined()
})

test('the text of a pay link says what to pay and how long the spots are kept', () => {
  const booking = {
    firstName: 'Rosa',
    selectedDate: '2027-05-24',
    totalAmount: 500_000,
    depositAmount: 70_000,
    paidAmount: 0,
  } as AdminBooking
  const awaited = { ...booking, pendingAmount: 500_000, depositUntil: new Date('2027-05-19T00:00:00Z') }
  expect(texts.payLink({ from, booking: awaited, today: '2027-05-17', link: 'https://x/pay' })).toBe(
    "Hi Rosa, Peace River Giants: here's the link to pay the $700.00 deposit for your trip on Mon, May 24. We're keeping your spots until Tue, May 18, 8:00 PM Eastern. https://x/pay",
  )
  const paid = { ...booking, paidAmount: 70_000, pendingAmount: 430_000, depositUntil: null }
  expect(texts.payLink({ from, booking: paid, today: '2027-05-17', link: 'L' })).toBe(
    "Hi Rosa, Peace River Giants: here's the link to pay the $4,300.00 balance for your trip on Mon, May 24. L",
  )
  const unpaid = { ...booking, pendingAmount: 500_000, depositUntil: null }
  expect(texts.payLink({ from, booking: unpaid, today: '2027-05-24', link: 'L' })).toContain('the $5,000.00 balance')
})

test('the address of a text carries it, for iPhones and Android alike', () => {
  expect(textAddress('(863) 555-0142', "Hi, it's 8 & sunny?\nBye")).toBe(
    "sms:+18635550142?&body=Hi%2C%20it's%208%20%26%20sunny%3F%0ABye",
  )
  expect(textAddress(undefined, 'Hi')).toBe('sms:?&body=Hi')
  expect(textAddress('(863) 555-0142 x12', 'Hi')).toBe('')
})

test('whoever has no email is told by text what became of their booking', () => {
  const about = { from, to, ...trip, confirmationNumber: 'JB-12345678' }
  expect(texts.moved(about)).toBe(
    'Hi Luis, Peace River Giants: your trip is now Friday at 6:30 AM Eastern. Your number is still JB-12345678.',
  )
  expect(texts.corrected({ ...about, numberOfGuests: 3, riders: 1, totalAmount: 765_000 })).toBe(
    'Hi Luis, Peace River Giants: your booking for Friday is now for 3 anglers, 1 rider, $7,650.00 in all.',
  )
  expect(texts.canceled({ ...about, back: 0 })).toBe(
    'Hi Luis, Peace River Giants: your booking for Friday, number JB-12345678, is canceled.',
  )
  expect(texts.canceled({ ...about, back: 70_000 })).toContain('is canceled. $700.00 goes back to the card.')
  expect(texts.refunded({ ...about, back: 70_000 })).toContain('$700.00 for Friday goes back to the card.')
  const off = { reason: 'OTHER', words: null, link: null } as const
  expect(texts.calledOff({ ...about, ...off, from: { ...from, phone: '(863) 555-0199' } })).toContain(
    'Friday is off. Call us at (863) 555-0199 to pick another date.',
  )
})
