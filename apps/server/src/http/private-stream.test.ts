import { changePassword, logout, logoutEverywhere } from '@arcadia/contract/accounts'
import { setUserStatus } from '@arcadia/contract/admin/accounts'
import { setHoldDuration } from '@arcadia/contract/admin/configuration'
import { streamOfficeNews } from '@arcadia/contract/admin/dashboard'
import { setPosition } from '@arcadia/contract/admin/people'
import { createBookingQuery } from '@arcadia/contract/booking-queries'
import { cancelBooking, streamMyNews } from '@arcadia/contract/bookings'
import { createEnquiry } from '@arcadia/contract/enquiries'
import { joinWaitlist } from '@arcadia/contract/waitlist'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction, lockDays } from '../database/transaction.ts'
import { aBooking } from '../testing/a-booking.ts'
import { type Angler, aColleague, anAdmin, anAngler, openDates, PASSWORD } from '../testing/builders.ts'
import { eventually, startTestApp, type TestApp } from '../testing/test-app.ts'
import { MOST_STREAMS_OF_A_NETWORK } from './event-stream.ts'
import { CHECK_EVERY_MS } from './private-stream.ts'
import { revokeAllSessions } from './sessions.ts'

let app: TestApp
let address: string
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp()
  address = await app.app.http.listen({ port: 0, host: '127.0.0.1' })
  // When the app starts listening to the database it notifies every stream, so wait for that before opening one.
  await eventually(async () => {
    const { rowCount } = await app.database.pool.query(
      `select from pg_stat_activity where application_name = 'arcadia-stream' and datname = current_database()
       and state = 'idle' and query in ('listen session', 'select 1')`,
    )
    return rowCount === 1
  })
})
afterAll(() => app.close())

const OFFICE = streamOfficeNews.path

/** Opens a user's stream; `count` is the number of change events received. */
async function follow(token: string, path: string = streamMyNews.path) {
  const stop = new AbortController()
  const response = await fetch(`${address}${path}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  })
  const heard = { text: '', isOver: false }
  const reading = (async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) heard.text += chunk
  })()
  reading.then(
    () => (heard.isOver = true),
    () => {},
  )
  const count = () => heard.text.split('event: changed').length - 1
  if (response.ok) await eventually(async () => count() > 0)
  return { response, heard, count, stop: () => stop.abort() }
}

test('a customer is notified of every change to their booking, without details and not of others', async () => {
  const date = dates.shift()!
  const booking = await aBooking(app, { date })
  const stranger = await anAngler(app)
  const [own, other] = [await follow(booking.token), await follow(stranger.token)]
  expect(own.response.headers.get('content-type')).toContain('text/event-stream')
  const before = own.count()
  // As an owner's change in another process.
  await inTransaction(app.database.db, app.clock, async (tx) => {
    await lockDays(tx, app.clock, [date])
    await tx.updateTable('bookings').set({ status: 'PENDING' }).where('id', '=', booking.bookingId).execute()
  })
  await eventually(async () => own.count() > before)
  const afterStatus = own.count()
  const body = { bookingId: booking.bookingId, queryMessage: 'Is the river high?' }
  await app.call(createBookingQuery, { token: booking.token, body })
  await eventually(async () => own.count() > afterStatus)
  const afterQuestion = own.count()
  await app.database.db
    .updateTable('booking_queries')
    .set({ status: 'RESPONDED' })
    .where('booking_id', '=', booking.bookingId)
    .execute()
  await eventually(async () => own.count() > afterQuestion)
  expect(other.count()).toBe(1)
  expect(own.heard.text).not.toMatch(/JB-|PENDING|river/)
  own.stop()
  other.stop()
})

test('a waitlist offer is announced when it is made', async () => {
  const date = dates.shift()!
  const full = await aBooking(app, { date, guests: 4 })
  const waiting = await anAngler(app)
  const body = { selectedDate: date, numberOfGuests: 1 }
  await app.call(joinWaitlist, { token: waiting.token, body })
  const news = await follow(waiting.token)
  const before = news.count()
  await app.call(cancelBooking, { token: full.token, params: { id: full.bookingId } })
  await app.app.runJobs()
  await eventually(async () => news.count() > before)
  news.stop()
})

describe('a stream ends with its session, well before the next periodic check', () => {
  // Half the check interval: anything sooner came from a notification.
  const WITHIN_MS = CHECK_EVERY_MS / 2
  const password = { currentPassword: PASSWORD, newPassword: 'tarpon at dawn' }
  test.each<[how: string, end: (angler: Angler, admin: string) => Promise<unknown>]>([
    ['signing out', ({ token }) => app.answer(logout, { token })],
    ['signing out everywhere', ({ token }) => app.answer(logoutEverywhere, { token })],
    ['a new password', ({ token }) => app.answer(changePassword, { token, body: password })],
    [
      'a deactivation',
      ({ id }, admin) => app.answer(setUserStatus, { token: admin, params: { id }, query: { isActive: false } }),
    ],
    ['another process', ({ id }) => revokeAllSessions(app.database.db, app.clock.now(), id)],
  ])('%s', async (_, end) => {
    const angler = await anAngler(app)
    const [news, other] = [await follow(angler.token), await follow((await anAngler(app)).token)]
    await end(angler, await anAdmin(app))
    await eventually(async () => news.heard.isOver, WITHIN_MS)
    expect((await follow(angler.token)).response.status).toBe(401)
    expect(other.heard.isOver).toBe(false)
    other.stop()
  })
})

test('the portal stream ends when the role is lowered', async () => {
  const guide = await aColleague(app, 'OFFICE')
  const news = await follow(guide.token, OFFICE)
  const params = { id: guide.id }
  await app.call(setPosition, { token: await anAdmin(app), params, body: { position: 'GUIDE' } })
  await eventually(async () => news.heard.isOver, CHECK_EVERY_MS / 2)
})

test('a network has a limited number of streams, and closing one makes room', async () => {
  const { token } = await anAngler(app)
  const open = await Promise.all(Array.from({ length: MOST_STREAMS_OF_A_NETWORK }, () => follow(token)))
  const refused = await follow(token)
  expect(refused.response.status).toBe(429)
  expect(refused.response.headers.get('retry-after')).toBe('30')
  open[0]!.stop()
  const again = await eventually(async () => {
    const next = await follow(token)
    return next.response.ok && next
  })
  for (const { stop } of [...open, again]) stop()
})

test('the portal is notified of actions by visitors, customers and other admins', async () => {
  const [admin, other] = [await anAdmin(app), await anAdmin(app)]
  const news = await follow(admin, OFFICE)
  const heardOf = async (act: () => Promise<unknown>) => {
    const before = news.count()
    await act()
    await eventually(async () => news.count() > before)
  }
  const enquiry = {
    firstName: 'Ada',
    lastName: 'Angler',
    email: 'ada@example.com',
    phone: '863-555-0142',
    country: 'US' as const,
  }
  await heardOf(() => app.answer(createEnquiry, { body: enquiry }))
  await heardOf(() => aBooking(app, { date: dates.shift()! }))
  await heardOf(() => app.answer(setHoldDuration, { token: other, body: { holdDurationMinutes: 6 } }))
  expect(news.heard.text).not.toMatch(/ada|JB-|hold/)
  news.stop()
})

test('idle sweeps cause no notifications', async () => {
  await app.app.runJobs()
  const news = await follow(await anAdmin(app), OFFICE)
  await app.app.runJobs()
  await app.app.runJobs()
  // Notifications arrive in order.
  const enquiry = {
    firstName: 'Ada',
    lastName: 'Angler',
    email: 'ada@example.com',
    phone: '863-555-0142',
    country: 'US' as const,
  }
  await app.call(createEnquiry, { body: enquiry })
  await eventually(async () => news.count() > 1)
  expect(news.count()).toBe(2)
  news.stop()
})

test('the portal’s news are for admins, and end with the session', async () => {
  const { token } = await anAngler(app)
  expect((await follow(token, OFFICE)).response.status).toBe(403)
  const admin = await anAdmin(app)
  const news = await follow(admin, OFFICE)
  await app.call(logout, { token: admin })
  await eventually(async () => news.heard.isOver)
})
