import { streamMyNews } from '@arcadia/contract/bookings'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followPrivateNews } from './private-news.ts'

let answer: () => Response
const asked = vi.fn(async () => answer())
let unfollow: () => void

beforeEach(() => {
  vi.useFakeTimers()
  asked.mockClear()
  vi.stubGlobal('fetch', asked)
  vi.stubGlobal('window', { location: { hostname: 'localhost' } })
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('navigator', {})
})
afterEach(() => {
  unfollow()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function follow() {
  unfollow = followPrivateNews({ name: 'news', endpoint: streamMyNews, token: 't', client: new QueryClient() })
}

test('reopens a stream that ended soon', async () => {
  answer = () => new Response('')
  follow()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(asked).toHaveBeenCalledTimes(2)
})

test('waits as long as the server asks after a refusal', async () => {
  answer = () => new Response('', { status: 429, headers: { 'retry-after': '45' } })
  follow()
  await vi.advanceTimersByTimeAsync(44_000)
  expect(asked).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked).toHaveBeenCalledTimes(2)
})

test('waits half a minute after a refusal without a delay', async () => {
  answer = () => new Response('', { status: 502 })
  follow()
  await vi.advanceTimersByTimeAsync(29_000)
  expect(asked).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked).toHaveBeenCalledTimes(2)
})
