import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { learnServerTime, serverNow } from './clock.ts'

const NOON = Date.parse('2026-06-18T12:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now: NOON })
  learnServerTime(new Date(NOON).toUTCString(), NOON, NOON)
})
afterEach(() => vi.useRealTimers())

test.each(['2026-06-18T12:10:00', '2031-01-01T00:00:00', '2019-06-18T12:00:00'])(
  'a device is corrected to %s',
  (time) => {
    learnServerTime(new Date(`${time}Z`).toUTCString(), NOON - 50, NOON + 50)
    expect(serverNow().toISOString()).toBe(`${time}.500Z`)
  },
)

test("ignores a difference within the header's precision", () => {
  learnServerTime('Thu, 18 Jun 2026 11:59:59 GMT', NOON, NOON)
  expect(serverNow().getTime()).toBe(NOON)
})

test('ignores an answer without a readable date', () => {
  learnServerTime('Thu, 18 Jun 2026 12:10:00 GMT', NOON, NOON)
  learnServerTime(null, NOON, NOON)
  learnServerTime('yesterday', NOON, NOON)
  expect(serverNow().getTime()).toBe(NOON + 600_500)
})
