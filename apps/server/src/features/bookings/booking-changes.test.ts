import { setBookingStatus } from '@arcadia/contract/admin/bookings'
import { getAvailability } from '@arcadia/contract/availability'
import { createBookingQuery, listMyQueries, listQueriesOfBooking } from '@arcadia/contract/booking-queries'
import {
  cancelBooking,
  getBooking,
  getRescheduleEligibility,
  getTripCalendar,
  listBookingEvents,
  rescheduleBooking,
} from '@arcadia/contract/bookings'
import { payBalance } from '@arcadia/contract/payments'
import { requestRefund } from '@arcadia/contract/refunds'
import { joinWaitlist, listMyWaitlist } from '@arcadia/contract/waitlist'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, anAngler, openDates } from '../../testing/builders.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const dates = openDates()
const nextDate = () => dates.shift()!
const spots = async (date: string) => (await app.call(getAvailability, { params: { date } })).availableSpots
const move = (booking: { token: string; bookingId: number }, newSelectedDate: string, numberOfGuests = 1) =>
  app.answer(rescheduleBooking, {
    token: booking.token,
    params: { id: booking.bookingId },
    body: { newSelectedDate, numberOfGuests },
  })

describe('rescheduling', () => {
  test('moves the booking with its deposit, emails the customer and adds to the history', async () => {
    const [from, to] = [nextDate(), nextDate()]
    const booking = await aBooking(app, { date: from, guests: 3 })
    const own = { token: booking.token, params: { id: booking.bookingId } }
    expect(await app.call(getRescheduleEligibility, own)).toEqual({
      canReschedule: true,
      message: expect.any(String),
      daysUntilBooking: expect.any(Number),
    })
    const moved = await move(booking, to, 3)
    expect(moved).toMatchObject({
      status: 200,
      body: { oldDate: from, newDate: to, numberOfGuests: 3, confirmationNumber: booking.confirmationNumber },
    })
    expect([await spots(from), await spots(to)]).toEqual([4, 1])
    expect(await app.call(getBooking, own)).toMatchObject({
      selectedDate: to,
      paidAmount: 1050,
    })
    const events = await app.call(listBookingEvents, own)
    expect(events.map((event) => event.kind)).toEqual(['created', 'paid', 'rescheduled'])
    expect((await readMails(app, 'ada@example.com')).map((mail) => mail.subject)).toContainEqual(
      expect.stringContaining('has moved'),
    )
  })

  test('is refused without side effects if the new date is too full, closed or the same', async () => {
    const [from, full] = [nextDate(), nextDate()]
    await aBooking(app, { date: full, guests: 3 })
    const booking = await aBooking(app, { date: from, guests: 2 })
    expect(await move(booking, full, 2)).toMatchObject({
      status: 409,
      body: { error: 'not-enough-spots', message: expect.stringMatching(/^Only 1 spot is left/) },
    })
    expect(await move(booking, '2027-06-06', 2)).toMatchObject({ status: 409, body: { error: 'date-not-bookable' } })
    expect(await move(booking, from, 2)).toMatchObject({ status: 409, body: { error: 'date-not-bookable' } })
    expect(await move(booking, nextDate(), 1)).toMatchObject({ status: 409, body: { error: 'party-differs' } })
    expect(await spots(from)).toBe(2)
  })

  test('two bookings swapping dates at once are each moved or refused, and no spot is lost or doubled', async () => {
    const [left, right] = [nextDate(), nextDate()]
    const first = await aBooking(app, { date: left, guests: 2 })
    const second = await aBooking(app, { date: right, guests: 2 })
    const replies = await Promise.all([move(first, right, 2), move(second, left, 2)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect([await spots(left), await spots(right)]).toEqual([2, 2])
  })

  test('two bookings swapping full days at once are both refused and stay', async () => {
    const [left, right] = [nextDate(), nextDate()]
    const first = await aBooking(app, { date: left, guests: 2 })
    const second = await aBooking(app, { date: right, guests: 2 })
    for (const date of [left, right]) await aBooking(app, { date, guests: 2 })
    const replies = await Promise.all([move(first, right, 2), move(second, left, 2)])
    expect(replies.map(({ status, body }) => [status, body.error])).toEqual([
      [409, 'not-enough-spots'],
      [409, 'not-enough-spots'],
    ])
    expect([await spots(left), await spots(right)]).toEqual([0, 0])
    const datesNow = await app.database.db
      .selectFrom('bookings')
      .select('trip_date')
      .where('id', 'in', [first.bookingId, second.bookingId])
      .orderBy('id')
      .execute()
    expect(datesNow.map(({ trip_date }) => trip_date)).toEqual([left, right])
  })

  test('two bookings swapping at once with room on only one day lose or double no spot, in any order', async () => {
    const [full, half] = [nextDate(), nextDate()]
    const first = await aBooking(app, { date: full, guests: 2 })
    const second = await aBooking(app, { date: half, guests: 2 })
    await aBooking(app, { date: full, guests: 2 })
    const [there, back] = await Promise.all([move(first, half, 2), move(second, full, 2)])
    expect(there.status).toBe(200)
    // Moved into the spots the first one left, or refused because it came first.
    expect([await spots(full), await spots(half)]).toEqual(back.status === 200 ? [0, 2] : [2, 0])
  })

  test('ten tabs moving one booking to ten dates end on one of them', async () => {
    const from = nextDate()
    const booking = await aBooking(app, { date: from })
    const targets = [nextDate(), nextDate(), nextDate()]
    await Promise.all([...targets, ...targets, ...targets].map((date) => move(booking, date)))
    const left = await Promise.all([from, ...targets].map(spots))
    expect(left.reduce((sum, free) => sum + (4 - free), 0)).toBe(1)
  })
})

describe('cancelling', () => {
  test('frees the spots, keeps the deposit, and notifies both sides', async () => {
    const date = nextDate()
    const booking = await aBooking(app, { date, guests: 4 })
    const cancel = () => app.answer(cancelBooking, { token: booking.token, params: { id: booking.bookingId } })
    expect(await cancel()).toMatchObject({ status: 200, body: { status: 'CANCELLED', paidAmount: 1400 } })
    expect(await spots(date)).toBe(4)
    expect(await cancel()).toMatchObject({ status: 409, body: { error: 'not-cancellable' } })
    const subjects = (await readMails(app, 'admin@localhost')).map((mail) => mail.subject)
    expect(subjects).toContainEqual(expect.stringMatching(/^Ada Angler canceled \w{3}, \w{3} \d+$/))
  })

  test('offers the spots to whoever waits for them, in the same moment', async () => {
    const date = nextDate()
    const booking = await aBooking(app, { date, guests: 4 })
    const { token } = await anAngler(app)
    await app.call(joinWaitlist, { token, body: { selectedDate: date, numberOfGuests: 2 } })
    await app.call(cancelBooking, { token: booking.token, params: { id: booking.bookingId } })
    expect(await app.call(listMyWaitlist, { token })).toMatchObject([{ selectedDate: date, offer: expect.anything() }])
  })
})

describe('asking', () => {
  test('for a refund files one request for the owner', async () => {
    const booking = await aBooking(app, { date: '2027-07-01' })
    const ask = (body: object) =>
      app.answer(requestRefund, { token: booking.token, params: { id: booking.bookingId }, body })
    expect((await ask({ amount: 0 })).status).toBe(400)
    expect(await ask({ amount: 100, description: 'Ill.' })).toMatchObject({
      status: 202,
      body: { status: 'REQUESTED' },
    })
    expect(await ask({ amount: 100 })).toMatchObject({ status: 400, body: { error: 'refund-reason-missing' } })
    expect(await ask({ description: 'Ill.' })).toMatchObject({
      status: 409,
      body: { error: 'refund-already-requested' },
    })
    expect(await app.simulator.calls('refund')).toBe(0)
  })

  test('a question shows only with its booking', async () => {
    const booking = await aBooking(app, { date: '2027-07-02' })
    const body = { bookingId: booking.bookingId, queryMessage: '  Can my son use a fly rod?  ' }
    const asked = await app.answer(createBookingQuery, { token: booking.token, body })
    expect(asked).toMatchObject({
      status: 201,
      body: { status: 'NEW', queryMessage: 'Can my son use a fly rod?', adminResponse: null },
    })
    const ofBooking = await app.answer(listQueriesOfBooking, {
      token: booking.token,
      params: { id: booking.bookingId },
    })
    expect(ofBooking.body).toEqual([asked.body])
    expect(await app.call(listMyQueries, { token: booking.token })).toEqual([asked.body])
    const stranger = (await anAngler(app)).token
    expect(
      (await app.answer(listQueriesOfBooking, { token: stranger, params: { id: booking.bookingId } })).status,
    ).toBe(404)
    expect((await app.answer(createBookingQuery, { token: stranger, body })).status).toBe(404)
    const empty = await app.answer(createBookingQuery, { token: booking.token, body: { ...body, queryMessage: '   ' } })
    expect(empty).toMatchObject({ status: 400, body: { details: [{ path: 'queryMessage' }] } })
  })
})

test('no call reaches another customer’s booking', async () => {
  const { bookingId: id } = await aBooking(app, { date: nextDate() })
  const { token } = await anAngler(app)
  const calls = [
    app.answer(getBooking, { token, params: { id } }),
    app.answer(listBookingEvents, { token, params: { id } }),
    app.answer(getTripCalendar, { token, params: { id } }),
    app.answer(getRescheduleEligibility, { token, params: { id } }),
    move({ token, bookingId: id }, nextDate()),
    app.answer(cancelBooking, { token, params: { id } }),
    app.answer(requestRefund, { token, params: { id }, body: {} }),
    app.answer(listQueriesOfBooking, { token, params: { id } }),
    app.answer(createBookingQuery, { token, body: { bookingId: id, queryMessage: 'Whose is this?' } }),
    app.answer(payBalance, { token, body: { bookingId: id, amount: 1, currency: 'USD', paymentToken: 'somebody' } }),
  ]
  for (const { status, body } of await Promise.all(calls))
    expect([status, body.error]).toEqual([404, 'booking-not-found'])
})

test('the trip is a calendar file at the venue’s hours', async () => {
  const booking = await aBooking(app, { date: '2027-07-03' })
  const { status, body, headers } = await app.answer(getTripCalendar, {
    token: booking.token,
    params: { id: booking.bookingId },
  })
  expect(status).toBe(200)
  expect(headers['content-disposition']).toContain('trip.ics')
  // 8 AM in Florida's summer.
  expect(body).toContain('DTSTART;TZID=America/New_York:20270703T080000')
})

describe('the calendar file', () => {
  const fileOf = (booking: { token: string; bookingId: number }) =>
    app.call(getTripCalendar, { token: booking.token, params: { id: booking.bookingId } })
  const linesOf = (file: string) => file.replaceAll('\r\n ', '').split('\r\n')
  const sequenceIn = (file: string) => Number(/\r\nSEQUENCE:(\d+)\r\n/.exec(file)![1])
  const change = (id: number, what: string) =>
    inTransaction(app.database.db, app.clock, (tx) =>
      sql`update bookings set ${sql.raw(what)} where id = ${id}`.execute(tx),
    )
  const namesIn = (file: string) => linesOf(file).filter((line) => /^(UID|ORGANIZER|ATTENDEE)/.test(line))

  test('of each change replaces the one before, within a second too, and a cancellation takes out the very event', async () => {
    const booking = await aBooking(app, { date: nextDate(), guests: 1 })
    const files = [await fileOf(booking)]
    for (let time = 0; time < 2; time++) {
      expect((await move(booking, nextDate())).status).toBe(200)
      files.push(await fileOf(booking))
    }
    const cancelled = await app.answer(cancelBooking, { token: booking.token, params: { id: booking.bookingId } })
    expect(cancelled.status).toBe(200)
    files.push(await fileOf(booking))
    expect(files.map((file) => linesOf(file).find((line) => line.startsWith('METHOD')))).toEqual([
      'METHOD:REQUEST',
      'METHOD:REQUEST',
      'METHOD:REQUEST',
      'METHOD:CANCEL',
    ])
    const first = sequenceIn(files[0]!)
    expect(files.map(sequenceIn)).toEqual([first, first + 1, first + 2, first + 3])
    expect(namesIn(files[0]!)).toEqual([
      `UID:${booking.confirmationNumber}@arcadia`,
      expect.stringMatching(/^ORGANIZER;CN="Arcadia.*":mailto:.+@.+$/),
      'ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:MAILTO:ada@example.com',
    ])
    for (const file of files) expect(namesIn(file)).toEqual(namesIn(files[0]!))

    const mail = (await readMails(app, 'ada@example.com', 'booking-cancelled')).at(-1)!
    expect(mail.text).toContain('\n\nThe trip removes itself from most calendars. If it stays in yours, delete it.\n\n')
    expect(mail.attachments).toMatchObject([{ contentType: 'text/calendar; charset=utf-8; method=CANCEL' }])
    expect(sequenceIn(mail.attachments![0]!.content)).toBe(first + 3)
    expect(namesIn(mail.attachments![0]!.content)).toEqual(namesIn(files[0]!))
  })

  test('counts what the event says: no more and no less, and nobody sets the count', async () => {
    const { bookingId: id } = await aBooking(app, { date: nextDate(), guests: 1 })
    const countAfter = async (what: string) => {
      await change(id, what)
      return (await app.database.db.selectFrom('bookings').select('changes').where('id', '=', id).execute())[0]!.changes
    }
    const start = await countAfter('changes = 99')
    expect(start).toBeLessThan(99)
    for (const same of ["updated_at = now(), terms_version = 'x', deposit_until = now()", 'riders = riders'])
      expect(await countAfter(same)).toBe(start)
    const said = [
      `trip_date = '${nextDate()}'`,
      'number_of_guests = 2',
      'riders = 1',
      "tackle = 'FLY'",
      "package_type = 'STANDARD'",
      "first_name = 'Eva'",
      "last_name = 'Lee'",
      "email = 'eva@example.com'",
      'email = null',
      "phone = '8635550100'",
      'total_cents = total_cents + 1',
      "status = 'CANCELLED'",
    ]
    for (const [index, what] of said.entries())
      expect([what, await countAfter(what)]).toEqual([what, start + index + 1])
  })

  test('of a guest without an email is published', async () => {
    const admin = await anAdmin(app)
    const { bookingId: id } = await aBooking(app, { date: nextDate() })
    await change(id, 'email = null')
    const published = await fileOf({ token: admin, bookingId: id })
    expect(published).toContain('METHOD:PUBLISH\r\n')
    expect(namesIn(published)).toEqual([expect.stringMatching(/^UID/), expect.stringMatching(/^ORGANIZER/)])
  })
})

test('a trip is COMPLETED the morning after, once', async () => {
  const booking = await aBooking(app, { date: '2027-05-22' })
  const status = async () =>
    (
      await app.database.db
        .selectFrom('bookings')
        .select('status')
        .where('id', '=', booking.bookingId)
        .executeTakeFirstOrThrow()
    ).status
  app.clock.set('2027-05-23T03:59:00Z')
  await app.app.runJobs()
  expect(await status()).toBe('CONFIRMED')
  app.clock.set('2027-05-23T04:01:00Z')
  await app.app.runJobs()
  await app.app.runJobs()
  expect(await status()).toBe('COMPLETED')
  const events = await app.database.db
    .selectFrom('booking_events')
    .select('kind')
    .where('booking_id', '=', booking.bookingId)
    .execute()
  expect(events.filter(({ kind }) => kind === 'completed')).toHaveLength(1)
})

test.each([
  ['an undone slip', false, 'COMPLETED'],
  ['taken back later', true, 'CONFIRMED'],
] as const)('COMPLETED on the day of the trip, %s', async (_, notify, expected) => {
  app.clock.set('2027-04-05T14:00:00Z')
  const date = notify ? '2027-08-28' : '2027-08-27'
  const { bookingId } = await aBooking(app, { date })
  app.clock.set(`${date}T15:00:00Z`)
  for (const query of [{ status: 'COMPLETED' }, { status: 'CONFIRMED', notify }] as const)
    await app.call(setBookingStatus, { token: await anAdmin(app), params: { id: bookingId }, query })
  app.clock.advance({ hours: 24 })
  await app.app.runJobs()
  expect((await app.call(getBooking, { token: await anAdmin(app), params: { id: bookingId } })).status).toBe(expected)
})

test('three days before the trip the customer is reminded once', async () => {
  app.clock.set('2027-04-05T14:00:00Z')
  const booking = await aBooking(app, { date: '2027-08-20', guests: 2 })
  const reminders = async () =>
    (
      await app.database.db.selectFrom('outbox_mails').select('params').where('kind', '=', 'trip-reminder').execute()
    ).filter(({ params }) => (params as { bookingId: number }).bookingId === booking.bookingId).length
  app.clock.set('2027-08-16T14:00:00Z')
  await app.app.runJobs()
  expect(await reminders()).toBe(0)
  app.clock.set('2027-08-17T14:00:00Z')
  await Promise.all([app.app.runJobs(), app.app.runJobs()])
  expect(await reminders()).toBe(1)
})
