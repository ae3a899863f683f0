import type { Session } from '@arcadia/contract/accounts'
import { listMyBookings } from '@arcadia/contract/bookings'
import { afterEach, expect, test, vi } from 'vitest'
import { adminSession, customerSession } from '../session/session.tsx'
import { call } from './call.ts'
import { queryClient } from './query-client.ts'
import { queryOf } from './query-of.ts'

const ADA = { token: 'a', user: { id: 1, username: 'ada', role: 'USER' } } as Session
const BO = { token: 'b', user: { id: 2, username: 'bo', role: 'USER' } } as Session
const { queryKey } = queryOf(listMyBookings, {})

afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('what was read as one customer is gone when another signs in, here or in another tab', () => {
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
