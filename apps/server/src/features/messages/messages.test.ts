import { setBookingStatus } from '@arcadia/contract/admin/bookings'
import { getMessage, listMessages, previewMessage, sendMessage } from '@arcadia/contract/admin/messages'
import { downloadMyData } from '@arcadia/contract/my-data'
import type { WireInput } from '@arcadia/contract/testing/wire-client'
import { addDays } from '@arcadia/contract/trip-date'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, anAngler, openDates } from '../../testing/builders.ts'
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { listChain } from '../audit-log/audit-log.store.ts'

let app: TestApp
let server: TestMailServer
let token: string
const dates = openDates()
let date = dates[0]!
/** Dates over a week apart, so that tests' weeks don't overlap. */
const nextDate = () => {
  date = dates.splice(0, 8)[0]!
}
beforeAll(async () => {
  server = await startMailServer()
  app = await startTestApp({ settings: { SMTP_URL: server.url, BUSINESS_EMAIL: 'guide@example.com' } })
})
beforeEach(async () => {
  server.refuse(undefined)
  token = await anAdmin(app)
})
afterAll(async () => {
  await app.close()
  await server.close()
})

type NewMessage = WireInput<typeof sendMessage>['body']
const words = { subject: 'Rain on {date}', text: 'Hello {name},\n\nbring a coat. You owe {due}.' }
const toDay = (over: Partial<NewMessage> = {}): NewMessage => ({ who: 'DAY', date, ...words, ...over })
const preview = (body: NewMessage) => app.call(previewMessage, { token, body })
const send = (body: NewMessage, key?: string) =>
  app.answer(sendMessage, { token, body, headers: key ? { 'idempotency-key': key } : {} })
const messagesTo = (email: string) =>
  server.received.filter(({ to, raw }) => to[0] === email && /Subject: Rain/.test(raw))
/** Sets columns directly, with triggers off. */
const change = ({ bookingId }: { bookingId: number }, to: string) =>
  app.database.pool.query(`set session_replication_role = replica;
    update bookings set ${to} where id = ${bookingId}; set session_replication_role = origin`)
/** Phone bookings may have no email. */
const takeEmail = (booking: { bookingId: number }) => change(booking, 'email = null')
/** Sends everything in the outbox, batch by batch. */
async function deliver() {
  for (let round = 0; round < 5; round++) await app.app.runJobs()
}

test('a day is previewed and emailed: each guest gets a personal text; those without an email are listed with their phone', async () => {
  nextDate()
  const [ana, ben, cancelled, away] = [
    await aBooking(app, { date }),
    await aBooking(app, { date }),
    await aBooking(app, { date }),
    await aBooking(app, { date: addDays(date, 1) }),
  ]
  await app.call(setBookingStatus, { token, params: { id: cancelled.bookingId }, query: { status: 'CANCELLED' } })
  await takeEmail(ben)
  const { recipients: shown } = await preview(toDay())
  expect(shown).toMatchObject([
    { bookingId: ana.bookingId, email: 'ada@example.com', text: expect.stringContaining('You owe $2,150.00.') },
    { bookingId: ben.bookingId, email: null, text: expect.stringContaining('You owe'), phone: '(863) 555-0142' },
  ])
  expect((await app.call(listMessages, { token })).totalElements, 'a preview sends nothing').toBe(0)

  const sent = await send(toDay())
  expect(sent).toMatchObject({ status: 201, body: { who: 'DAY', date, subject: words.subject } })
  const before = server.received.length
  await deliver()
  const received = server.received.slice(before).filter(({ raw }) => raw.includes('Subject: Rain on'))
  expect(received).toHaveLength(1)
  expect(received[0]!.raw).toContain('Reply-To: guide@example.com')
  expect(received[0]!.raw).toContain('Hello Ada,')
  const kept = await app.call(getMessage, { token, params: { id: sent.body.id } })
  const [first, second] = shown.map(
    ({ outcome: _, pendingAmount: _due, chargedBackAmount: _taken, refundedAmount: _back, ...copy }) => copy,
  )
  expect(kept.recipients).toMatchObject([
    { ...first, mail: { status: 'SENT', error: null } },
    { ...second, mail: null },
  ])
  expect((await app.call(listMessages, { token })).content[0]).toMatchObject({ written: 1, failed: 0, unreached: 1 })
  expect((await app.call(downloadMyData, { token: ana.token })).messages).toMatchObject([
    { bookingId: ana.bookingId, text: shown[0]!.text },
  ])
  expect((await app.call(downloadMyData, { token: away.token })).messages).toEqual([])
  const log = (await listChain(app.database.db)).filter(({ action }) => action === 'message.sent')
  expect(log.map(({ after_value }) => JSON.parse(after_value!))).toEqual([
    { who: 'DAY', date, written: 1, unreached: 1 },
  ])
})

test('a week is seven days from the date; UNPAID is everyone with a balance; BOOKING is one booking', async () => {
  nextDate()
  const [first, last, after] = [
    await aBooking(app, { date }),
    await aBooking(app, { date: addDays(date, 6) }),
    await aBooking(app, { date: addDays(date, 7) }),
  ]
  const idsOf = async (body: NewMessage) => (await preview(body)).recipients.map(({ bookingId }) => bookingId)
  expect(await idsOf(toDay({ who: 'WEEK' }))).toEqual([first.bookingId, last.bookingId])
  expect(await idsOf({ who: 'BOOKING', bookingId: after.bookingId, ...words })).toEqual([after.bookingId])
  await change(last, 'total_cents = deposit_cents')
  const unpaid = await idsOf({ who: 'UNPAID', ...words })
  expect(unpaid).toEqual(expect.arrayContaining([first.bookingId, after.bookingId]))
  expect(unpaid).not.toContain(last.bookingId)
})

test('repeated clicks email everyone once; a different text under the same key is refused', async () => {
  nextDate()
  const angler = await anAngler(app)
  await aBooking(app, { date, angler })
  await Promise.all([send(toDay(), 'press-1'), send(toDay(), 'press-1'), send(toDay(), 'press-1')])
  expect((await send(toDay(), 'press-1')).status).toBe(201)
  const { rows } = await app.database.pool.query('select id from messages where idempotency_key = $1', ['press-1'])
  expect(rows).toHaveLength(1)
  const { recipients } = await app.call(getMessage, { token, params: { id: rows[0].id } })
  expect(recipients).toHaveLength(1)
  expect(await send(toDay({ text: 'Other words.' }), 'press-1')).toMatchObject({
    status: 409,
    body: { error: 'key-reused' },
  })
})

test('more messages can be sent at once than there are database connections', async () => {
  nextDate()
  const booking = await aBooking(app, { date })
  await takeEmail(booking)
  const toThem: NewMessage = { who: 'BOOKING', bookingId: booking.bookingId, ...words }
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(toThem)))
  expect(new Set(answers.map(({ body }) => body.error))).toEqual(new Set(['nobody-to-write-to']))
})

test('an email the mail server refuses shows on the message and the guest', async () => {
  nextDate()
  await aBooking(app, { date })
  await deliver()
  const { body } = await send(toDay())
  server.refuse(550)
  await deliver()
  const { recipients } = await app.call(getMessage, { token, params: { id: body.id } })
  expect(recipients).toMatchObject([
    { mail: { status: 'FAILED', error: expect.stringContaining("this address can't get email") } },
  ])
  expect((await app.call(listMessages, { token })).content[0]).toMatchObject({ id: body.id, failed: 1 })
})

test.each([
  [
    { text: 'Hello {nmae}' },
    'text',
    "{nmae} doesn't work here. You can use {name}, {date}, {anglers}, {number}, and {due}.",
  ],
  [{ subject: '{}' }, 'subject', "{} doesn't work here. You can use {name}, {date}, {anglers}, {number}, and {due}."],
  [{ subject: ' ' }, 'subject', 'A subject is required'],
  [{ date: undefined }, 'date', 'Please select a date'],
  [{ who: 'BOOKING' as const }, 'bookingId', 'Please choose a booking.'],
])('%j is refused at its field', async (over, path, message) => {
  for (const endpoint of [previewMessage, sendMessage])
    expect(await app.answer(endpoint, { token, body: toDay(over as Partial<NewMessage>) })).toMatchObject({
      status: 400,
      body: { error: 'invalid-input', details: [{ path, message }] },
    })
})

test('without any bookings or email addresses nothing is sent, and the error says so', async () => {
  nextDate()
  const refused = { status: 409, body: { error: 'nobody-to-write-to' } }
  expect(await preview(toDay())).toEqual({ recipients: [], removed: 0 })
  expect(await send(toDay())).toMatchObject(refused)
  await takeEmail(await aBooking(app, { date }))
  expect(await send(toDay())).toMatchObject(refused)
  expect((await app.answer(getMessage, { token, params: { id: 999_999 } })).status).toBe(404)
  const gone = { who: 'BOOKING' as const, bookingId: 999_999, ...words }
  expect(await send(gone)).toMatchObject({ status: 404, body: { error: 'booking-not-found' } })
})

test('guests whose data was removed are skipped and counted', async () => {
  nextDate()
  const [removed, stays] = [await aBooking(app, { date }), await aBooking(app, { date })]
  await change(removed, "first_name = 'Removed', email = 'removed@account.invalid', blanked_at = created_at")
  expect(await preview(toDay())).toMatchObject({ recipients: [{ bookingId: stays.bookingId }], removed: 1 })
  expect((await send(toDay())).body.recipients.map(({ bookingId }) => bookingId)).toEqual([stays.bookingId])
  const one = { who: 'BOOKING' as const, bookingId: removed.bookingId, ...words }
  expect(await preview(one)).toEqual({ recipients: [], removed: 1 })
  expect(await send(one)).toMatchObject({ status: 409, body: { error: 'nobody-to-write-to' } })
})

test('copies are blanked with the bookings of a closed account, and the message with its last copy', async () => {
  nextDate()
  const [leaving, staying] = [await aBooking(app, { date }), await aBooking(app, { date })]
  await change(staying, "email = 'ben@example.com'")
  const { id } = (await send(toDay())).body
  const blank = (guest: typeof leaving) =>
    app.app.features.messages.blank(app.database.db, app.clock.now(), [guest.bookingId])
  await blank(leaving)
  const half = await app.call(getMessage, { token, params: { id } })
  expect(half).toMatchObject({
    text: words.text,
    recipients: [{ email: 'Removed', text: null }, { text: expect.stringContaining('coat') }],
  })
  await blank(staying)
  expect(await app.call(getMessage, { token, params: { id } })).toMatchObject({ subject: 'Removed', text: 'Removed' })
  const before = messagesTo('ben@example.com').length
  await deliver()
  expect(messagesTo('ben@example.com'), 'a waiting one is not sent').toHaveLength(before)
})
