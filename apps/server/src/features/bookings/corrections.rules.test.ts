import { expect, test } from 'vitest'
import { describeCorrection, refuseMoreAnglers } from './corrections.rules.ts'

const booking = {
  numberOfGuests: 2,
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
})
