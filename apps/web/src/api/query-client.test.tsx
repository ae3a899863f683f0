import { listMyBookings } from '@arcadia/contract/trips'
import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { adminSession, customerSession } from '../session/session.tsx'
import { aSession } from '../testing/a-session.ts'
import { call } from './call.ts'
import { queryClient } from './query-client.ts'
import { queryOf } from './query-of.ts'

const ADA = aSession(1)
const BO = aSession(2)
const { queryKey } = queryOf(listMyBookings, {})

afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
  onlineManager.setOnline(true)
})

test("one customer's data is gone when another signs in, here or in another tab", () => {
  customerSession.signIn(ADA)
  queryClient.setQueryData(queryKey, [])
  adminSession.signIn({ ...BO, user: { ...BO.user, role: 'ADMIN' } })
  expect(queryClient.getQueryData(queryKey)).toEqual([])
  localStorage.setItem('arcadia.token', BO.token)
  localStorage.setItem('arcadia.user', JSON.stringify(BO.user))
  window.dispatchEvent(new StorageEvent('storage', { key: 'arcadia.token' }))
  expect(customerSession.getState().session?.user.id).toBe(2)
  expect(queryClient.getQueryData(queryKey)).toBeUndefined()
})

test('an answer to one customer never reaches the next', async () => {
  customerSession.signIn(ADA)
  const { promise, resolve } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => promise)
  const answer = call(listMyBookings, {})
  customerSession.signIn(BO)
  resolve(Response.json([]))
  await expect(answer).rejects.toMatchObject({ code: 'other-session' })
})

test('offline a change fails at once and is not sent later, and failed reads are retried afterwards', async () => {
  customerSession.signIn(ADA)
  onlineManager.setOnline(false)
  const fetched = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', fetched)
  const change = new MutationObserver(queryClient, { mutationFn: () => call(listMyBookings, {}) })
  await expect(change.mutate()).rejects.toMatchObject({ code: 'no-answer' })
  const read = new QueryObserver(queryClient, { ...queryOf(listMyBookings, {}), retry: false })
  const leave = read.subscribe(() => {})
  queryClient.mount()
  await vi.waitFor(() => expect(read.getCurrentResult().error).toMatchObject({ code: 'no-answer' }))
  const asked = fetched.mock.calls.length

  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([])))
  onlineManager.setOnline(true)
  await vi.waitFor(() => expect(read.getCurrentResult().data).toEqual([]))
  expect(fetched).toHaveBeenCalledTimes(asked)
  queryClient.unmount()
  leave()
})
