import { expect, test } from 'vitest'
import { greensOf, rampStep } from './season-calendar-ramp.ts'

test('with four spots each number has its step', () => {
  expect([0, 1, 2, 3, 4].map((left) => rampStep(left, 4))).toEqual([0, 1, 2, 3, 4])
})

test('with more or fewer spots the ramp still ends in the darkest green, and none left is never green', () => {
  expect([0, 1, 5, 9, 10].map((left) => rampStep(left, 10))).toEqual([0, 1, 2, 4, 4])
  expect([0, 1].map((left) => rampStep(left, 1))).toEqual([0, 4])
})

test('the key has only the greens that occur: few spots left are amber on any boat', () => {
  expect([1, 2, 3, 4, 10, 20].map(greensOf)).toEqual([[], [], [4], [3, 4], [2, 3, 4], [1, 2, 3, 4]])
})
