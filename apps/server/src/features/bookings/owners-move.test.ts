import { listAuditEntries } from '@arcadia/contract/admin/audit-log'
import {
  listBookingTimeline,
  moveBooking,
  patchBookingStatus,
  setBookingStatus,
} from '@arcadia/contract/admin/bookings'
import { getAvailability } from '@arcadia/contract/availability'
import { cancelBooking, getBooking, getRescheduleEligibility, listBookingEvents } from '@arcadia/contract/bookings'
import type { Input } from '@arcadia/contract/endpoint'
import { addDays } from '@arcadia/contract/trip-date'
import { joinWaitlist } from '@arcadia/contract/waitlist'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { aColleague, anAdmin, anAngler, openDates } from '../../testing/builders.ts'
import { untilWaiting } from '../../testing/queued-behind.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp()
  token = await anAdmin(app)
})
afterAll(() => app.close())

const dates = openDates()
const nextDate = () => dates.shift()!
const move = (id: number, from: string, to: string) =>
  app.answer(moveBooking, { token, params: { id }, body: { from, to } })
const setStatus = (id: number, query: Input<typeof setBookingStatus>['query']) =>
  app.answer(setBookingStatus, { token, params: { id }, query })
const spots = async (date: string) => (await app.call(getAvailability, { params: { date } })).availableSpots

test('the owner can move a trip on its eve: with the deposit, an email, history and change log, once', async () => {
  const [from, to] = [nextDate(), nextDate()]
  const begun = app.clock.now()
  app.clock.set(`${addDays(from, -1)}T15:00:00Z`)
  const booking = await aBooking(app, { date: from, guests: 3 })
  const own = { token: booking.token, params: { id: booking.bookingId } }
  expect(await app.call(getRescheduleEligibility, own)).toMatchObject({ canReschedule: false })
  const owner = await anAdmin(app)
  for (let presses = 0; presses < 2; presses++)
    expect(
      await app.answer(moveBooking, { token: owner, params: { id: booking.bookingId }, body: { from, to } }),
    ).toMatchObject({ status: 200, body: { selectedDate: to, paidAmount: 1050, depositAmount: 1050 } })
  app.clock.set(begun)
  expect([await spots(from), await spots(to)]).toEqual([4, 1])
  const events = await app.call(listBookingEvents, own)
  expect(events.map(({ kind }) => kind)).toEqual(['created', 'paid', 'rescheduled'])
  expect(events.at(-1)!.description).toMatch(/^We moved the trip from .+ to .+\.$/)
  const mails = await readMails(app, 'ada@example.com', 'booking-rescheduled')
  expect(mails.filter(({ text }) => text.includes(booking.confirmationNumber))).toHaveLength(1)
  const query = { subjectKind: 'booking', subjectId: String(booking.bookingId) }
  expect((await app.call(listAuditEntries, { token, query })).content).toMatchObject([
    { action: 'booking.rescheduled', before: `{"selectedDate":"${from}"}`, after: `{"selectedDate":"${to}"}` },
  ])
})

test('the history says which of us did it, by role alone, and the guest reads it as ours', async () => {
  const [from, to] = [nextDate(), nextDate()]
  const booking = await aBooking(app, { date: from })
  const params = { id: booking.bookingId }
  const office = await aColleague(app, 'OFFICE')
  await app.call(moveBooking, { token: office.token, params, body: { from, to } })
  await app.call(setBookingStatus, { token: office.token, params, query: { status: 'CANCELLED' } })
  const history = async (reader: string) =>
    (await app.call(listBookingEvents, { token: reader, params })).slice(-2).map(({ description }) => description)
  expect(await history(token)).toEqual([expect.stringMatching(/^Moved by the office from /), 'Canceled by the office.'])
  expect(await history(booking.token)).toEqual([
    expect.stringMatching(/^We moved the trip from /),
    'We canceled the trip.',
  ])
  const timeline = await app.call(listBookingTimeline, { token, params })
  expect(timeline.find(({ text }) => text === 'Canceled by the office.')?.by).toBe('Cole League')
})

test('the history has the reason that was written for the guest, and tells the guest what they did as theirs', async () => {
  const lastOf = async ({ token: own, bookingId: id }: Awaited<ReturnType<typeof aBooking>>) =>
    (await app.call(listBookingEvents, { token: own, params: { id } })).at(-1)!.description
  const ours = await aBooking(app, { date: nextDate() })
  const body = { status: 'CANCELLED' as const, reason: 'The motor broke.' }
  await app.call(patchBookingStatus, { token, params: { id: ours.bookingId }, body })
  expect(await lastOf(ours)).toBe('We canceled the trip: The motor broke.')
  const theirs = await aBooking(app, { date: nextDate() })
  await app.call(cancelBooking, { token: theirs.token, params: { id: theirs.bookingId } })
  expect(await lastOf(theirs)).toBe("You canceled the trip. The deposit isn't refundable.")
  const timeline = await app.call(listBookingTimeline, { token, params: { id: theirs.bookingId } })
  expect(timeline.some(({ text }) => text.startsWith('Canceled by the guest.'))).toBe(true)
})

test('a full or closed day refuses it with a reason, and the booking stays', async () => {
  const [from, full, spare] = [nextDate(), nextDate(), nextDate()]
  await aBooking(app, { date: full, guests: 3 })
  const { bookingId: id } = await aBooking(app, { date: from, guests: 2 })
  expect(await move(id, from, full)).toMatchObject({
    status: 409,
    body: { error: 'not-enough-spots', message: expect.stringMatching(/^Only 1 spot is left/) },
  })
  expect(await move(id, from, '2027-06-06')).toMatchObject({ status: 409, body: { error: 'date-not-bookable' } })
  expect(await move(id, from, from)).toMatchObject({ status: 409, body: { error: 'date-not-bookable' } })
  expect(await app.answer(moveBooking, { token, params: { id }, body: { from, to: '2027-02-30' } })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'to' }] },
  })
  expect((await app.call(getBooking, { token, params: { id } })).selectedDate).toBe(from)

  await setStatus(id, { status: 'CANCELLED' })
  expect(await move(id, from, spare)).toMatchObject({ status: 409, body: { error: 'not-reschedulable' } })
  await setStatus(id, { status: 'COMPLETED' })
  expect(await move(id, from, spare)).toMatchObject({ status: 409, body: { error: 'not-reschedulable' } })
  await setStatus(id, { status: 'PENDING' })
  expect(await move(id, from, spare)).toMatchObject({ status: 200, body: { status: 'PENDING', selectedDate: spare } })
})

test('if two devices move a booking at once, one does and the other learns the new date', async () => {
  const [from, ...targets] = [nextDate(), nextDate(), nextDate()]
  const { bookingId: id } = await aBooking(app, { date: from })
  const answers = await Promise.all(targets.map((to) => move(id, from!, to)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const won = answers.findIndex(({ status }) => status === 200)
  expect(answers[1 - won]!.body.error).toBe('booking-changed')
  expect((await app.call(getBooking, { token, params: { id } })).selectedDate).toBe(targets[won])
  expect(await Promise.all([from!, ...targets].map(spots))).toEqual(
    [from!, ...targets].map((date) => (date === targets[won] ? 3 : 4)),
  )
})

test('a connection lost before commit leaves the booking in place; the retry moves it once', async () => {
  const [from, to] = [nextDate(), nextDate()]
  const booking = await aBooking(app, { date: from })
  // Another transaction holds the audit log's lock, the last one a move takes.
  const other = await app.database.pool.connect()
  await other.query('begin')
  await other.query('select pg_advisory_xact_lock(5, 0)')
  const sent = move(booking.bookingId, from, to)
  await untilWaiting(app, 1)
  await other.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  expect((await sent).status).toBe(503)
  await other.query('rollback')
  other.release()
  expect([await spots(from), await spots(to)]).toEqual([3, 4])
  expect((await move(booking.bookingId, from, to)).status).toBe(200)
  const mails = await readMails(app, 'ada@example.com', 'booking-rescheduled')
  expect(mails.filter(({ text }) => text.includes(booking.confirmationNumber))).toHaveLength(1)
})

test('the freed spots are offered to the waitlist', async () => {
  const [from, to] = [nextDate(), nextDate()]
  const booking = await aBooking(app, { date: from, guests: 4 })
  const waiting = await anAngler(app)
  await app.call(joinWaitlist, { token: waiting.token, body: { selectedDate: from, numberOfGuests: 2 } })
  expect((await move(booking.bookingId, from, to)).status).toBe(200)
  await app.app.runJobs()
  expect((await readMails(app, waiting.email)).map(({ kind }) => kind)).toContain('waitlist-offer')
})

test('a status change is refused if someone else changed the status first', async () => {
  const { bookingId: id } = await aBooking(app, { date: nextDate() })
  await setStatus(id, { status: 'PENDING', from: 'CONFIRMED' })
  await setStatus(id, { status: 'CANCELLED', from: 'PENDING' })
  expect(await setStatus(id, { status: 'CONFIRMED', from: 'PENDING', notify: false })).toMatchObject({
    status: 409,
    body: {
      error: 'booking-changed',
      message: "Someone else just changed this booking. It's now cancelled.",
    },
  })
  expect((await app.call(getBooking, { token, params: { id } })).status).toBe('CANCELLED')
})
