import { describe, expect, test } from 'vitest'
import {
  describeCorrection,
  isToCome,
  newConfirmationNumber,
  notAskedFor,
  refuseMoreAnglers,
  rescheduleEligibility,
  saidToGuest,
} from './bookings.rules.ts'

const today = '2027-06-10'
const business = { moveDays: 2, phone: '(863) 555-0142', email: '' }

test('a guest reads of a called-off day in older histories as in newer ones', () => {
  const older = "We can't run the trip on Saturday, May 29, 2027. You can choose another date or get your money back."
  expect(saidToGuest(older)).toBe('We called off the trip on Saturday, May 29, 2027.')
})

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
    ['PENDING', '2027-06-11', true],
    ['PENDING', '2027-06-09', true],
  ] as const)('a %s booking for %s, a day that is called off: %s', (status, selectedDate, canReschedule) => {
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

describe('correcting', () => {
  const booking = {
    numberOfGuests: 2,
    isPrivate: false,
    packageType: 'TROPHY',
    riders: 0,
    tackle: 'DECIDE_LATER',
    firstName: 'Ada',
    lastName: 'Angler',
    phone: '1',
    totalAmount: 500_000,
    depositAmount: 70_000,
  } as const

  test.each([
    [1, 1, undefined],
    [2, 1, 'Only 1 more spot is left on Monday, May 17.'],
    [3, 2, 'Only 2 more spots are left on Monday, May 17.'],
    [1, 0, 'Monday, May 17 has no spot left for another angler.'],
    // The capacity was lowered below the booked anglers.
    [1, -2, 'Monday, May 17 has no spot left for another angler.'],
  ])('%i more with %i free', (more, free, sentence) => {
    const rules = { maxCapacity: 4, sharing: 'OPEN' } as const
    expect(refuseMoreAnglers(more, rules, { booked: 4 - free, held: 0 }, 'Monday, May 17')).toBe(sentence)
  })

  test('a group sharing the boat cannot outgrow the sharing rule; alone it can', () => {
    const rules = { maxCapacity: 4, sharing: 'TWO_ANGLERS' } as const
    expect(refuseMoreAnglers(1, rules, { booked: 2, held: 0, own: 1 }, 'Monday, May 17')).toBe(
      "Another group is on the boat on Monday, May 17, and your sharing rule doesn't allow a group this size.",
    )
    expect(refuseMoreAnglers(2, rules, { booked: 2, held: 0, own: 2 }, 'Monday, May 17')).toBeUndefined()
  })

  test('a correction is described by what changed, without names', () => {
    expect(describeCorrection(booking, { ...booking, lastName: 'Byron' })).toBe('Updated: the name.')
    expect(
      describeCorrection(booking, {
        ...booking,
        numberOfGuests: 1,
        packageType: 'STANDARD',
        phone: '2',
        totalAmount: 150_000,
      }),
    ).toBe('Updated: 1 angler instead of 2, Standard instead of Trophy, the phone number. The total is $1,500.00.')
    expect(describeCorrection({ ...booking, isPrivate: true }, booking)).toBe(
      'Updated: the morning is no longer private.',
    )
  })
})

test.each([
  [{ outcome: 'TOOK_PLACE', total: 250_000, kept: 35_000, owed: 215_000 }, 0],
  [{ outcome: 'NO_SHOW', total: 250_000, kept: 35_000, owed: 0 }, 215_000],
  [{ outcome: 'ON', total: 250_000, kept: 300_000, owed: 0 }, 0],
  // Nothing is owed there anyway.
  [{ outcome: 'CALLED_OFF', total: 250_000, kept: 35_000, owed: 0 }, 0],
  [{ outcome: null, total: 250_000, kept: 0, owed: 0 }, 0],
] as const)('of %o, %i is not asked for anymore', (booking, cents) => {
  expect(notAskedFor(booking)).toBe(cents)
})
