import type { Sharing } from '@arcadia/contract/configuration'
import { expect, test } from 'vitest'
import { describeSharing } from './shared-boat.tsx'

test.each<[Sharing, number, string]>([
  ['OPEN', 2, 'You may share the boat with another group.'],
  ['OPEN', 4, 'The boat is yours: your group takes every spot.'],
  ['ONE_GROUP', 1, 'The boat is yours: one group a morning.'],
  ['TWO_ANGLERS', 1, 'You may share the boat with one other angler, two anglers total.'],
  ['TWO_ANGLERS', 2, "The boat is yours: groups of two or more don't share."],
])('with %s a group of %i reads: %s', (sharing, guests, sentence) => {
  expect(describeSharing({ sharing, maxCapacity: 4 }, guests)).toBe(sentence)
})

test('a boat for one is never shared', () => {
  expect(describeSharing({ sharing: 'TWO_ANGLERS', maxCapacity: 1 }, 1)).toContain('The boat is yours')
})
