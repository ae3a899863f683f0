import { setMaxCapacity } from '@arcadia/contract/admin/configuration'
import { getAvailabilityRange } from '@arcadia/contract/availability'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../testing/a-booking.ts'
import { anAdmin, openDates } from '../testing/builders.ts'
import { eventually, startTestApp, type TestApp } from '../testing/test-app.ts'
import { testClock } from '../testing/test-clock.ts'
import { createMemory } from './memory.ts'

let app: TestApp
const [date] = openDates() as [string]
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const asked = `/api/bookings/availability/range?startDate=${date}&endDate=${date}`
const spots = async () => {
  const days = await app.call(getAvailabilityRange, { query: { startDate: date, endDate: date } })
  return days[date]!.availableSpots
}

test('cached answers reflect changes of this process immediately, and are not resent to clients that have them (304)', async () => {
  expect(await spots()).toBe(4)
  const { headers } = await app.request('GET', asked)
  const ask = (etag: string) => app.request('GET', asked, { headers: { 'if-none-match': etag } })
  expect(await ask(String(headers.etag))).toMatchObject({ status: 304, body: '' })
  await aBooking(app, { date })
  expect(await spots()).toBe(3)
  expect((await ask(String(headers.etag))).status).toBe(200)
  await app.call(setMaxCapacity, { token: await anAdmin(app), body: { maxCapacity: 2 } })
  expect(await spots()).toBe(1)
})

test('over a real connection, cached answers are sent without the framework', async () => {
  const site = await app.app.http.listen({ port: 0, host: '127.0.0.1' })
  const again = async (path: string, headers: Record<string, string> = {}) => {
    for (;;) {
      const answer = await fetch(site + path, { headers })
      // Only answers from the framework have a request id, and the first answer of each second is one of them.
      if (!answer.headers.has('x-request-id')) return answer
      await answer.arrayBuffer()
    }
  }
  const days = await again(asked)
  expect(await days.json()).toEqual(await app.call(getAvailabilityRange, { query: { startDate: date, endDate: date } }))
  expect(days.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  const known = await again(asked, { 'if-none-match': days.headers.get('etag')! })
  expect([known.status, await known.text()]).toEqual([304, ''])

  const pages = await Promise.all(['br', 'gzip', 'identity'].map((kind) => again('/', { 'accept-encoding': kind })))
  expect(pages.map(({ headers }) => headers.get('content-encoding'))).toEqual(['br', 'gzip', null])
  const [first, ...others] = await Promise.all(pages.map((page) => page.text()))
  expect(first).toContain('</html>')
  expect(others).toEqual([first, first])
  expect(new Set(pages.map(({ headers }) => headers.get('etag'))).size).toBe(3)

  await app.call(setMaxCapacity, { token: await anAdmin(app), body: { maxCapacity: 3 } })
  const after = await fetch(site + asked, { headers: { 'if-none-match': days.headers.get('etag')! } })
  expect((await after.json())[date].availableSpots).toBe(2)
})

test('a change by another process invalidates the cache', async () => {
  const before = await spots()
  // As another process would: outside this process's transactions.
  await app.database.db.updateTable('booking_config').set({ max_capacity: 4 }).execute()
  await eventually(async () => (await spots()) !== before)
})

test('entries expire after a second without a notification, and failed reads are not cached', async () => {
  const clock = testClock('2027-04-05T14:00:00Z')
  const { remember } = createMemory({ announcements: { on: () => () => {} }, clock })
  let figure = 0
  const read = () => remember('figure', async () => ++figure)
  expect([await read(), await read()]).toEqual([1, 1])
  clock.set('2027-04-05T14:00:01Z')
  expect([await read(), await read()]).toEqual([2, 2])

  await expect(remember('broken', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(await remember('broken', async () => 'back')).toBe('back')
})
