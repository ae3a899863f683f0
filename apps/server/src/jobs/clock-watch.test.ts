import { listAlarms, sayClockIsRight } from '@arcadia/contract/admin/alarms'
import { listAuditEntries } from '@arcadia/contract/admin/audit-log'
import { getBooking } from '@arcadia/contract/bookings'
import { getConnectionStatus } from '@arcadia/contract/merchant'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aBooking } from '../testing/a-booking.ts'
import { aColleague, anAdmin, anAngler } from '../testing/builders.ts'
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

test('an owner, and nobody else, says in the portal that the date is right', async () => {
  app.clock.advance({ days: 46 })
  await app.app.runJobs({ isWatched: true })
  const owner = await anAdmin(app)
  const office = await aColleague(app, 'OFFICE')
  expect(await app.call(listAlarms, { token: owner })).toEqual([
    {
      name: 'clock',
      sentence:
        "The server's clock says Fri, May 21, 2027, but the site last ran on Mon, Apr 5, 2027. Until an owner says that the date is right, reminders and everything else that goes by time wait.",
      remedy: { label: 'Yes, the date is right', to: null },
    },
  ])
  expect(await app.call(listAlarms, { token: office.token })).toMatchObject([{ name: 'clock', remedy: null }])
  expect(await app.answer(sayClockIsRight, { token: office.token })).toMatchObject({ status: 403 })
  expect(await statusNow()).toBe('CONFIRMED')
  for (const _ of ['once', 'again']) expect(await app.call(sayClockIsRight, { token: owner })).toEqual([])
  await app.app.runJobs({ isWatched: true })
  expect(await statusNow()).toBe('COMPLETED')
  const { content } = await app.call(listAuditEntries, {
    token: owner,
    query: { subjectId: 'CLOCK' },
  })
  expect(content).toHaveLength(2)
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
