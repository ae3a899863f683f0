import { describe, expect, test } from 'vitest'
import { isToCome, newConfirmationNumber, rescheduleEligibility } from './bookings.rules.ts'

const today = '2027-06-10'
const business = { moveDays: 2, phone: '(863) 555-0142', email: '' }

describe('rescheduling', () => {
  test.each([
    ['CONFIRMED', '2027-06-12', true, 2],
    ['CONFIRMED', '2027-06-11', false, 1],
    ['CONFIRMED', '2027-06-10', false, 0],
    ['CONFIRMED', '2027-06-09', false, -1],
    ['PENDING', '2027-06-30', false, 20],
    ['CANCELLED', '2027-06-30', false, 20],
    ['COMPLETED', '2027-06-01', false, -9],
  ] as const)('a %s booking for %s: %s, %i days before', (status, selectedDate, canReschedule, daysUntilBooking) => {
    expect(rescheduleEligibility({ status, selectedDate, outcome: 'ON' }, today, business)).toMatchObject({
      canReschedule,
      daysUntilBooking,
    })
  })

  test.each([
    ['CONFIRMED', '2027-06-10', true],
    ['CONFIRMED', '2027-06-09', true],
    ['PENDING', '2027-06-11', false],
    ['CANCELLED', '2027-06-11', false],
    ['COMPLETED', '2027-06-09', false],
  ] as const)('a %s booking for %s, a day that is being moved: %s', (status, selectedDate, canReschedule) => {
    const booking = { status, selectedDate, outcome: 'CALLED_OFF' } as const
    expect(rescheduleEligibility(booking, today, business)).toMatchObject({ canReschedule })
  })
})

test.each([
  [1, '2027-06-11', true, ''],
  [1, '2027-06-10', false, 'You can move a booking up to 1 day before the trip. Please call us at (863) 555-0142.'],
  [7, '2027-06-17', true, ''],
  [7, '2027-06-16', false, 'You can move a booking up to 7 days before the trip. Please call us at (863) 555-0142.'],
])('with %i days set, a booking for %s can move: %s', (moveDays, selectedDate, canReschedule, message) => {
  const booking = { status: 'CONFIRMED', selectedDate, outcome: 'ON' } as const
  const eligibility = rescheduleEligibility(booking, today, { ...business, moveDays })
  expect(eligibility.canReschedule).toBe(canReschedule)
  expect(eligibility.message).toContain(message)
})

describe('cancelling', () => {
  test.each([
    ['CONFIRMED', '2027-06-10', true],
    ['PENDING', '2027-06-11', true],
    ['CONFIRMED', '2027-06-09', false],
    ['CANCELLED', '2027-06-30', false],
    ['COMPLETED', '2027-06-01', false],
  ] as const)('a %s booking for %s: %s', (status, selectedDate, expected) => {
    expect(isToCome({ status, selectedDate }, today)).toBe(expected)
  })
})

test('a confirmation number is JB- and eight digits', () => {
  for (let made = 0; made < 100; made++) expect(newConfirmationNumber()).toMatch(/^JB-\d{8}$/)
})
