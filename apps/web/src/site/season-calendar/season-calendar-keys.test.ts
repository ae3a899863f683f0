import { datesBetween } from '@arcadia/contract/trip-date'
import { expect, test } from 'vitest'
import { shownDateAfterKey } from './season-calendar-keys.ts'

const shown = datesBetween('2026-05-10', '2026-09-05')
const after = (from: string, key: string) => shownDateAfterKey(from, key, shown)

test("arrows cross months and stop at the season's ends", () => {
  expect(after('2026-05-31', 'ArrowRight')).toBe('2026-06-01')
  expect(after('2026-06-03', 'ArrowUp')).toBe('2026-05-27')
  expect(after('2026-05-12', 'ArrowUp')).toBe('2026-05-12')
  expect(after('2026-09-05', 'ArrowRight')).toBe('2026-09-05')
})

test('Home and End go to the ends of the week, even across months', () => {
  expect(after('2026-06-03', 'Home')).toBe('2026-05-31')
  expect(after('2026-07-31', 'End')).toBe('2026-08-01')
})

test("Page Up and Page Down change the month, stopping at the season's ends", () => {
  expect(after('2026-06-20', 'PageDown')).toBe('2026-07-20')
  expect(after('2026-06-02', 'PageUp')).toBe('2026-05-10')
  expect(after('2026-08-20', 'PageDown')).toBe('2026-09-05')
})

test('ignores other keys', () => {
  expect(after('2026-06-20', 'a')).toBeUndefined()
})
