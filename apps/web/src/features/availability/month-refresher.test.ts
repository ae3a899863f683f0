import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMonthRefresher } from './month-refresher.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('changes close together load once', async () => {
  const load = vi.fn(async () => {})
  const refresh = createMonthRefresher(load)
  refresh(['2026-06'])
  refresh(['2026-06', '2026-07'])
  await vi.advanceTimersByTimeAsync(100)
  expect(load.mock.calls).toEqual([[new Set(['2026-06', '2026-07'])]])
})

test('a change during a load causes one more load, not an endless restart', async () => {
  const loads: (() => void)[] = []
  const load = vi.fn(() => new Promise<void>((resolve) => loads.push(resolve)))
  const refresh = createMonthRefresher(load)
  refresh(['2026-06'])
  await vi.advanceTimersByTimeAsync(100)
  for (let change = 0; change < 20; change++) {
    refresh(['2026-06'])
    await vi.advanceTimersByTimeAsync(50)
  }
  expect(load).toHaveBeenCalledTimes(1)
  loads[0]?.()
  await vi.advanceTimersByTimeAsync(100)
  expect(load).toHaveBeenCalledTimes(2)
})

test('a change of anything reloads every month', async () => {
  const load = vi.fn(async () => {})
  const refresh = createMonthRefresher(load)
  refresh(['2026-06'])
  refresh('all')
  refresh(['2026-07'])
  await vi.advanceTimersByTimeAsync(100)
  expect(load.mock.calls).toEqual([['all']])
})

test('a failed load does not stop later ones', async () => {
  const load = vi.fn(async () => {
    throw new Error('no answer')
  })
  const refresh = createMonthRefresher(load)
  refresh(['2026-06'])
  await vi.advanceTimersByTimeAsync(100)
  refresh(['2026-06'])
  await vi.advanceTimersByTimeAsync(100)
  expect(load).toHaveBeenCalledTimes(2)
})
