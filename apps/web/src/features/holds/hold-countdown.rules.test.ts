import { expect, test } from 'vitest'
import { minutesAndSeconds, secondsLeft, spokenAt } from './hold-countdown.rules.ts'

test('the time left shows minutes and seconds', () => {
  expect([37_445, 3600].map(minutesAndSeconds)).toEqual(['10:24:05', '1:00:00'])
  expect([300, 222, 65, 9, 0].map(minutesAndSeconds)).toEqual(['5:00', '3:42', '1:05', '0:09', '0:00'])
})

test('the last second counts until it is over, and time never goes below zero', () => {
  const end = new Date('2026-06-01T12:00:00Z')
  expect(secondsLeft(end, new Date('2026-06-01T11:59:59.100Z'))).toBe(1)
  expect(secondsLeft(end, end)).toBe(0)
  expect(secondsLeft(end, new Date('2026-06-01T12:10:00Z'))).toBe(0)
})

test('it is announced at 2:00, 1:00 and 0:30 only', () => {
  const spoken = Array.from({ length: 301 }, (_, passed) => spokenAt(300 - passed))
  expect(new Set(spoken)).toEqual(
    new Set(['', '2 minutes left to pay.', '1 minute left to pay.', '30 seconds left to pay.']),
  )
  expect([121, 120, 61, 60, 31, 30, 0].map(spokenAt)).toEqual([
    '',
    '2 minutes left to pay.',
    '2 minutes left to pay.',
    '1 minute left to pay.',
    '1 minute left to pay.',
    '30 seconds left to pay.',
    '30 seconds left to pay.',
  ])
})
