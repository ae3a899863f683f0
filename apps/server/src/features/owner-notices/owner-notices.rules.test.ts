import type { OwnerNotices } from '@arcadia/contract/admin/owner-notices'
import { expect, test } from 'vitest'
import { afterQuiet } from './owner-notices.rules.ts'

const quiet = (quietFrom: string | null, quietUntil: string | null) => ({ quietFrom, quietUntil }) as OwnerNotices
const at = (now: string, hours: OwnerNotices) => afterQuiet(new Date(now), hours).toISOString()

test.each([
  ['before the night', '2027-06-01T01:59:00.000Z', '2027-06-01T01:59:00.000Z'],
  ['in the evening', '2027-06-01T02:00:00.000Z', '2027-06-01T10:00:00.000Z'],
  ['in the small hours', '2027-06-01T09:59:00.000Z', '2027-06-01T10:00:00.000Z'],
  ['in the morning', '2027-06-01T10:00:00.000Z', '2027-06-01T10:00:00.000Z'],
  // Clocks go forward at 2 AM, so 6 AM comes an hour sooner.
  ['on the night that is an hour shorter', '2027-03-14T04:00:00.000Z', '2027-03-14T10:00:00.000Z'],
  ['on the night that is an hour longer', '2027-11-07T03:00:00.000Z', '2027-11-07T11:00:00.000Z'],
])('from ten to six, %s', (_, now, expected) => {
  expect(at(now, quiet('22:00', '06:00'))).toBe(expected)
})

test('quiet hours can fall within one day, or be off', () => {
  expect(at('2027-06-01T17:00:00.000Z', quiet('12:00', '14:30'))).toBe('2027-06-01T18:30:00.000Z')
  expect(at('2027-06-01T17:00:00.000Z', quiet(null, null))).toBe('2027-06-01T17:00:00.000Z')
})
