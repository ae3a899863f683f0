import { expect, test } from 'vitest'
import { readUntil, untilChoices } from './pay-link.rules.ts'

const afternoon = new Date('2027-05-18T19:20:00Z')

test('spots are kept for an hour, until the evening, until noon, or until a custom time, in venue time', () => {
  expect(untilChoices(afternoon).map(({ at }) => at.toISOString())).toEqual([
    '2027-05-18T20:20:00.000Z',
    '2027-05-19T00:00:00.000Z',
    '2027-05-19T16:00:00.000Z',
  ])
  expect(untilChoices(new Date('2027-05-19T00:00:00Z')).map(({ value }) => value)).toEqual(['hour', 'noon'])
  expect(readUntil('noon', '', afternoon)?.toISOString()).toBe('2027-05-19T16:00:00.000Z')
  expect(readUntil('own', '2027-05-20T18:30', afternoon)?.toISOString()).toBe('2027-05-20T22:30:00.000Z')
  expect(readUntil('own', '', afternoon)).toBeUndefined()
})
