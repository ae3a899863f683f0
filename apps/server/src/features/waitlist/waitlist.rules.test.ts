import type { Sharing } from '@arcadia/contract/configuration'
import { describe, expect, test } from 'vitest'
import { nextInLine, offerEnd } from './waitlist.rules.ts'

describe('an offer ends', () => {
  test.each([
    ['half an hour after a morning', '2027-06-01T14:00:00Z', '2027-06-10', '2027-06-01T14:30:00.000Z'],
    ['at eight when it is made at night', '2027-06-02T01:30:00Z', '2027-06-10', '2027-06-02T12:00:00.000Z'],
    ['at eight when it is made before dawn', '2027-06-02T09:00:00Z', '2027-06-10', '2027-06-02T12:00:00.000Z'],
    [
      'at nine of the evening before the trip at the latest',
      '2027-06-02T00:45:00Z',
      '2027-06-02',
      '2027-06-02T01:00:00.000Z',
    ],
    [
      'at eight of the new time after clocks were put back',
      '2026-11-01T01:30:00Z',
      '2026-11-10',
      '2026-11-01T13:00:00.000Z',
    ],
    [
      'at eight of the new time after clocks were put on',
      '2027-03-14T02:30:00Z',
      '2027-03-20',
      '2027-03-14T12:00:00.000Z',
    ],
    [
      'by nine of the old time on the evening before that night',
      '2026-11-01T00:45:00Z',
      '2026-11-01',
      '2026-11-01T01:00:00.000Z',
    ],
    ['in winter by the winter’s clock', '2026-12-02T03:00:00Z', '2026-12-10', '2026-12-02T13:00:00.000Z'],
  ])('%s', (_, now, tripDate, end) => {
    expect(offerEnd(new Date(now), tripDate)?.toISOString()).toBe(end)
  })

  test('is not made after 9 PM on the evening before the trip', () => {
    expect(offerEnd(new Date('2027-06-02T01:00:00Z'), '2027-06-02')).toBeUndefined()
  })
})

describe('the line', () => {
  const lineOf = (sizes: number[]) => sizes.map((number_of_guests, id) => ({ id, user_id: id, number_of_guests }))
  const served = (sizes: number[], sharing: Sharing, groups: [number, number][]) =>
    nextInLine(lineOf(sizes), { maxCapacity: 4, sharing }, { groups: new Map(groups), isPrivate: false }).map(
      ({ id }) => id,
    )
  test.each([
    [0, []],
    [1, [1]],
    [2, [1, 3]],
    [3, [0]],
    [4, [0, 1]],
  ])('with %i free spots, offers go to %j', (free, ids) => {
    expect(served([3, 1, 2, 1], 'OPEN', [[99, 4 - free]])).toEqual(ids)
  })

  test('with one group a morning, the first group that fits gets the offer, and none while another group is booked', () => {
    expect(served([3, 1], 'ONE_GROUP', [])).toEqual([0])
    expect(served([3, 1], 'ONE_GROUP', [[99, 1]])).toEqual([])
  })

  test('when two anglers share, the second is the last, and a larger group has the boat to itself', () => {
    expect(served([1, 2, 1, 1], 'TWO_ANGLERS', [])).toEqual([0, 2])
    expect(served([3, 1], 'TWO_ANGLERS', [])).toEqual([0])
    expect(served([2, 1], 'TWO_ANGLERS', [[99, 1]])).toEqual([1])
  })

  test('a booked group may add its own anglers', () => {
    expect(served([2, 2], 'ONE_GROUP', [[1, 2]])).toEqual([1])
  })
})
