import { expect, test } from 'vitest'
import type { BoatRules, DayClaims } from './availability.ts'
import { privateInWords, privateMorningFor } from './private-mornings.ts'

const NOBODY = { booked: 0, held: 0 }

test.each<[string, Partial<BoatRules> & { privateSpotPrice?: number | null }, DayClaims, number, number | undefined]>([
  ['every spot that is left', {}, NOBODY, 2, 4],
  ['only the spots that others could book under the sharing rule', { sharing: 'TWO_ANGLERS' }, NOBODY, 1, 2],
  ['nothing where no other group could come', { sharing: 'TWO_ANGLERS' }, NOBODY, 2, undefined],
  ['nothing where a morning is one group’s anyway', { sharing: 'ONE_GROUP' }, NOBODY, 1, undefined],
  ['nothing to a group that takes every spot', {}, NOBODY, 4, undefined],
  ['nothing where another group has booked', {}, { booked: 1, held: 0 }, 1, undefined],
  ['nothing where another group is booking', {}, { booked: 0, held: 1 }, 1, undefined],
  ['what is left beside the other booking of the same account', {}, { booked: 1, held: 0, own: 1 }, 1, 3],
  ['nothing twice', {}, { booked: 1, held: 0, own: 1, privately: 'BOOKED' }, 1, undefined],
  ['nothing twice while it is held', {}, { booked: 0, held: 1, own: 1, privately: 'HELD' }, 1, undefined],
  ['nothing while the owner has no price for it', { privateSpotPrice: null }, NOBODY, 2, undefined],
])('sells %s', (_, rules, claims, guests, spots) => {
  const config = { maxCapacity: 4, sharing: 'OPEN' as const, privateSpotPrice: 25_000, ...rules }
  expect(privateMorningFor(config, claims, guests)?.spots).toBe(spots)
})

test('is named with its empty spots, if there are any', () => {
  expect([2, 1, 0].map(privateInWords)).toEqual([
    'Private morning, 2 empty spots',
    'Private morning, 1 empty spot',
    'Private morning',
  ])
})
