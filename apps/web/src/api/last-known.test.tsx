import type { Session } from '@arcadia/contract/accounts'
import { getSeasonFill } from '@arcadia/contract/admin/dashboard'
import type { QueryFunctionContext } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adminSession } from '../session/session.tsx'
import { lastKnownOf } from './last-known.ts'

const ANN = { token: 'a', user: { id: 1, username: 'ann', role: 'ADMIN' } } as Session
const BO = { token: 'b', user: { id: 2, username: 'bo', role: 'ADMIN' } } as Session
const query = lastKnownOf(getSeasonFill, {})
const read = () => query.queryFn({ signal: new AbortController().signal } as QueryFunctionContext)
const kept = () => JSON.stringify(localStorage)

beforeEach(() => {
  const days = [{ date: '2027-05-20', bookings: 1, anglers: 2, value: 5000, isPrivate: false, isCalledOff: false }]
  const season = { seasonStart: '2027-05-16', seasonEnd: '2027-09-05' }
  const answer = { ...season, maxCapacity: 4, sharing: 'OPEN', closedDays: [], blackoutDates: [], days }
  vi.stubGlobal('fetch', async () => Response.json(answer))
  vi.useFakeTimers({ now: new Date('2027-05-19T10:00:00Z'), toFake: ['Date'] })
  adminSession.signIn(ANN)
})
afterEach(() => {
  adminSession.signOut()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('the last answer is there at once next time, in cents and with its time', async () => {
  expect(query.initialData()).toBeUndefined()
  await read()
  vi.setSystemTime(new Date('2027-05-20T09:00:00Z'))
  expect(query.initialData()?.days[0]?.value).toBe(500_000)
  expect(query.initialDataUpdatedAt()).toBe(Date.parse('2027-05-19T10:00:00Z'))
  vi.setSystemTime(new Date('2027-05-20T10:00:01Z'))
  expect(query.initialData()).toBeUndefined()
})

test('it is deleted with the session, and an answer after sign-out is not kept', async () => {
  await read()
  adminSession.end(ANN.token)
  expect(kept()).not.toContain('2027-05-20')
  adminSession.signIn(ANN)
  const late = Promise.withResolvers<Response>()
  const answer = await fetch('/')
  vi.stubGlobal('fetch', () => late.promise)
  const reading = read()
  adminSession.signOut()
  late.resolve(answer)
  await reading
  expect(kept()).not.toContain('2027-05-20')
})

test("never shows another person's data, or data another release stored in another format", async () => {
  await read()
  const stored = { ...localStorage }
  adminSession.signIn(BO)
  Object.assign(localStorage, stored, { 'arcadia.admin.token': BO.token })
  expect(query.initialData()).toBeUndefined()
  adminSession.signIn(ANN)
  const [name = ''] = Object.keys(stored).filter((key) => key.startsWith('arcadia.admin.last.'))
  localStorage.setItem(name, stored[name].replace('"maxCapacity":4', '"room":4'))
  expect(query.initialData()).toBeUndefined()
})
