import { listAlarms } from '@arcadia/contract/admin/alarms'
import { getBooking } from '@arcadia/contract/bookings'
import { getConnectionStatus } from '@arcadia/contract/merchant'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aBooking } from '../testing/a-booking.ts'
import { anAdmin, anAngler } from '../testing/builders.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { forgetSeen } from './clock-watch.store.ts'

let app: TestApp
let id: number
beforeEach(async () => {
  app = await startTestApp()
  id = (await aBooking(app)).bookingId
  await app.app.runJobs({ isWatched: true })
})
afterEach(() => app.close())

const statusNow = async () => (await app.call(getBooking, { token: await anAdmin(app), params: { id } })).status
const isClockTold = async () =>
  (await app.call(listAlarms, { token: await anAdmin(app) })).some(({ name }) => name === 'clock')

test('a clock a thousand days ahead completes no trip and keeps QuickBooks, and is told; back again all goes on', async () => {
  const right = app.clock.now()
  app.clock.advance({ days: 1000 })
  await app.simulator.control('POST', '/connections/revoke', {})
  await app.app.runJobs({ isWatched: true })
  expect(await app.app.features.merchant.api.access()).toMatchObject({ kind: 'unavailable' })
  expect(await statusNow()).toBe('CONFIRMED')
  expect(await app.call(getConnectionStatus, { token: await anAdmin(app) })).toMatchObject({ isConnected: true })
  expect(await isClockTold()).toBe(true)
  app.clock.set(right)
  expect(await isClockTold()).toBe(false)
  await app.app.runJobs({ isWatched: true })
  expect(await statusNow()).toBe('CONFIRMED')
})

test('negative control: without the watch the same clock completes it', async () => {
  app.clock.advance({ days: 1000 })
  await app.app.runJobs()
  expect(await statusNow()).toBe('COMPLETED')
})

test('after a rest of weeks everything waits until somebody says that the clock is right; six weeks are no rest', async () => {
  app.clock.advance({ days: 44 })
  await app.app.runJobs({ isWatched: true })
  expect(await statusNow()).toBe('COMPLETED')
  const next = await aBooking(app, { angler: await anAngler(app), date: '2027-06-10' })
  id = next.bookingId
  app.clock.advance({ days: 46 })
  await app.app.runJobs({ isWatched: true })
  expect(await statusNow()).toBe('CONFIRMED')
  await forgetSeen(app.database.db)
  await app.app.runJobs({ isWatched: true })
  expect(await statusNow()).toBe('COMPLETED')
  expect(await isClockTold()).toBe(false)
})
