import { expect, test } from 'vitest'
import { chooseHolds, type IdleHold } from './holds.rules.ts'

const held = (...sizes: number[]): IdleHold[] =>
  sizes.map((guests, index) => ({ id: String(index), guests, expiresAt: new Date(0), isOffer: false }))
/** The ids taken for a booking that needs so many spots, of holds of these sizes, the latest first. */
const taken = (needed: number, ...latestFirst: number[]) =>
  chooseHolds(held(...latestFirst), (freed) => freed >= needed)?.map(({ id }) => id)

test('a phone booking that fits takes nothing', () => {
  expect(taken(0, 2, 2)).toEqual([])
})

test('the latest holds go first, and no more than are needed', () => {
  expect(taken(1, 1, 2, 1)).toEqual(['0'])
  expect(taken(2, 1, 1, 2)).toEqual(['0', '1'])
})

test('a later hold is spared where an earlier one alone is enough', () => {
  expect(taken(2, 1, 2)).toEqual(['1'])
  expect(taken(3, 1, 2, 1)).toEqual(['0', '1'])
  expect(taken(3, 1, 1, 2)).toEqual(['0', '2'])
})

test('nothing is chosen where all holds together are not enough', () => {
  expect(taken(4, 1, 2)).toBeUndefined()
})
