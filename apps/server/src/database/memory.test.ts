import { addressOf } from '@arcadia/contract/addresses'
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

const asked = addressOf(getAvailabilityRange, { query: { startDate: date, endDate: date } })
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
