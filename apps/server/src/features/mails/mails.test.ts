import { getAdminBooking, listBookingTimeline } from '@arcadia/contract/admin/bookings'
import { listMails, MAIL_TITLES, readMail, resendMail } from '@arcadia/contract/admin/mails'
import { createBookingQuery } from '@arcadia/contract/booking-queries'
import { cancelBooking } from '@arcadia/contract/bookings'
import { requestRefund } from '@arcadia/contract/refunds'
import type { WireInput } from '@arcadia/contract/testing/wire-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, openDates } from '../../testing/builders.ts'
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { listChain } from '../audit-log/audit-log.store.ts'

let app: TestApp
let server: TestMailServer
let admin: string
let dates: string[]
beforeAll(async () => {
  server = await startMailServer()
  app = await startTestApp({ settings: { SMTP_URL: server.url } })
  admin = await anAdmin(app)
  dates = openDates()
})
beforeEach(() => server.refuse(undefined))
afterAll(async () => {
  await app.close()
  await server.close()
})

const list = (query: WireInput<typeof listMails>['query']) => app.call(listMails, { token: admin, query })
const resend = (id: number) => app.answer(resendMail, { token: admin, params: { id } })
const anyBooking = () => aBooking(app, { date: dates.shift()! })
const receivedFor = ({ confirmationNumber }: { confirmationNumber: string }) =>
  server.received.filter(({ raw }) => raw.includes('Subject: Booked: ') && raw.includes(confirmationNumber))

async function confirmationOf(booking: { bookingId: number }) {
  const { content } = await list({ bookingId: booking.bookingId })
  return content.find(({ kind }) => kind === 'booking-confirmed')!
}

test('the owner sees waiting and sent emails with their subjects, and can search them', async () => {
  const booking = await anyBooking()
  const waiting = await confirmationOf(booking)
  expect(waiting).toEqual({
    id: expect.any(Number),
    kind: 'booking-confirmed',
    to: 'ada@example.com',
    subject: expect.stringMatching(/^Booked: /),
    status: 'WAITING',
    error: null,
    tries: 0,
    createdAt: app.clock.now().toISOString(),
    sentAt: null,
    nextTryAt: app.clock.now().toISOString(),
    copyOf: null,
    booking: { id: booking.bookingId, confirmationNumber: booking.confirmationNumber },
  })
  await app.app.runJobs()
  const sent = await confirmationOf(booking)
  expect(sent).toMatchObject({ status: 'SENT', sentAt: app.clock.now().toISOString(), nextTryAt: null, tries: 1 })
  expect(sent.subject).toMatch(/^Booked: /)
  for (const q of ['ADA@EXAMPLE.COM', booking.confirmationNumber, 'Booked: '])
    expect((await list({ status: 'SENT', q })).content.map(({ id }) => id)).toContain(sent.id)
  expect(await list({ q: '%' })).toMatchObject({ content: [], totalElements: 0 })
  expect(await list({ size: 1, page: 1 })).toMatchObject({ content: [expect.anything()], page: 1, size: 1 })
})

test('emails about a question and a refund request are listed under their booking', async () => {
  const { bookingId, token } = await anyBooking()
  const body = { bookingId, queryMessage: 'May my son come along?' }
  expect((await app.answer(createBookingQuery, { token, body })).status).toBe(201)
  await app.call(requestRefund, { token, params: { id: bookingId }, body: { description: 'Ill' } })
  const { content } = await list({ bookingId })
  const kinds = content.map(({ kind }) => kind)
  expect(kinds).toEqual([
    'refund-requested',
    'refund-asked',
    'query-asked',
    'query-received',
    'booking-made-notice',
    'booking-confirmed',
  ])
})

test('the text and links of an email are not shown', async () => {
  const { email } = await anyBooking()
  await app.app.runJobs()
  const answer = JSON.stringify(await list({ q: email }))
  expect(answer).toContain('confirm-email')
  expect(answer).not.toMatch(/token|Hello|params/)
})

test('an email can be read before it goes out, which makes no link, and as it was sent', async () => {
  const booking = await anyBooking()
  const { id } = await confirmationOf(booking)
  const read = () => app.call(readMail, { token: admin, params: { id } })
  const links = () => app.database.db.selectFrom('links').select('token_hash').execute()
  const before = await links()
  const waiting = await read()
  expect(waiting).toMatchObject({ id, status: 'WAITING', isAsOfNow: true, subject: expect.stringMatching(/^Booked: /) })
  expect(waiting.text).toContain(booking.confirmationNumber)
  expect(waiting.text).not.toContain('#')
  expect(await links()).toEqual(before)

  await app.app.runJobs()
  await app.call(cancelBooking, { token: booking.token, params: { id: booking.bookingId } })
  const sent = await read()
  expect(sent).toMatchObject({ status: 'SENT', isAsOfNow: false })
  const linkLess = (text: string | null) => text?.replace(/pay-balance\S+/, '')
  expect(linkLess(sent.text)).toBe(linkLess(waiting.text))
  expect((await app.answer(readMail, { token: admin, params: { id: 999_999 } })).status).toBe(404)
})

test('a sent email goes out as a copy with a new Message-ID, once despite retries', async () => {
  const booking = await anyBooking()
  await app.app.runJobs()
  const { id } = await confirmationOf(booking)
  const answers = await Promise.all([resend(id), resend(id), resend(id)])
  const copy = answers[0]!.body.id
  for (const answer of answers)
    expect(answer).toMatchObject({
      status: 202,
      body: { id: copy, copyOf: id, status: 'WAITING', to: 'ada@example.com' },
    })
  expect(copy).not.toBe(id)
  await app.app.runJobs()
  const received = receivedFor(booking)
  expect(received).toHaveLength(2)
  expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(2)
  const entries = (await listChain(app.database.db)).filter((entry) => entry.action === 'mail.resent')
  expect(entries.map((entry) => [entry.subject_id, entry.after_value])).toEqual([
    [String(id), JSON.stringify({ status: 'WAITING', mailId: copy })],
  ])
})

test('a failed email shows why, and goes out when resent', async () => {
  const booking = await anyBooking()
  server.refuse(550)
  await app.app.runJobs()
  const failed = await confirmationOf(booking)
  expect(failed).toMatchObject({ status: 'FAILED', error: expect.stringMatching(/^Your mail server /) })
  const refused = async () =>
    (await app.call(getAdminBooking, { token: admin, params: { id: booking.bookingId } })).emailRefused
  expect(await refused(), 'the booking says so').toMatch(/Correct the address, or call\.$/)
  server.refuse(undefined)
  expect(await resend(failed.id)).toMatchObject({ status: 202, body: { id: failed.id, status: 'WAITING', tries: 0 } })
  await app.app.runJobs()
  expect(await confirmationOf(booking)).toMatchObject({ id: failed.id, status: 'SENT' })
  expect(await refused()).toBeNull()
  expect(receivedFor(booking)).toHaveLength(1)
})

test('a waiting email is retried right away', async () => {
  const booking = await anyBooking()
  server.refuse(451)
  await app.app.runJobs()
  const waiting = await confirmationOf(booking)
  expect(waiting).toMatchObject({ status: 'WAITING', tries: 1, error: expect.stringMatching(/^Your mail server /) })
  server.refuse(undefined)
  await app.app.runJobs()
  expect(receivedFor(booking), 'it is not due yet').toHaveLength(0)
  expect(await resend(waiting.id)).toMatchObject({ status: 202, body: { id: waiting.id } })
  await app.app.runJobs()
  expect(receivedFor(booking)).toHaveLength(1)
})

test('an email no longer needed, or unknown, cannot be resent', async () => {
  const { bookingId, token } = await anyBooking()
  await app.call(cancelBooking, { token, params: { id: bookingId } })
  await app.app.runJobs()
  const { id } = await confirmationOf({ bookingId })
  expect(await resend(id)).toMatchObject({ status: 409, body: { error: 'mail-not-needed' } })
  expect(await resend(999_999)).toMatchObject({ status: 404, body: { error: 'mail-not-found' } })
})

test('an email over the budget is listed as held back with the reason, wherever it is shown, and can be sent', async () => {
  const booking = await anyBooking()
  const { id } = await confirmationOf(booking)
  const reason = 'Not sent: too many emails to this address.'
  await app.database.db
    .updateTable('outbox_mails')
    .set({ dropped_at: app.clock.now(), last_error: reason })
    .where('id', '=', id)
    .execute()
  expect((await list({ status: 'HELD' })).content).toMatchObject([{ id, status: 'HELD', error: reason }])
  expect((await list({ status: 'NOT_NEEDED' })).content.map((mail) => mail.id)).not.toContain(id)
  const timeline = await app.call(listBookingTimeline, { token: admin, params: { id: booking.bookingId } })
  expect(timeline.find(({ text }) => text.startsWith('Booked: '))).toMatchObject({
    mail: { id, status: 'HELD' },
    note: `To ada@example.com. ${reason}`,
  })
  expect(await resend(id)).toMatchObject({ status: 202, body: { id, status: 'WAITING' } })
  await app.app.runJobs()
  expect(receivedFor(booking)).toHaveLength(1)
})

test('emails are deleted after 90 days, those of a booking 24 months after its trip', async () => {
  const booking = await anyBooking()
  await app.app.runJobs()
  const kindsOf = async () => {
    const { rows } = await app.database.pool.query(
      'select kind from outbox_mails where to_email = $1 or booking_id = $2 order by id',
      [booking.email, booking.bookingId],
    )
    return rows.map(({ kind }) => kind)
  }
  expect(await kindsOf()).toEqual(['confirm-email', 'booking-confirmed', 'booking-made-notice'])
  app.clock.advance({ days: 91 })
  await app.app.runJobs()
  const kept = await kindsOf()
  expect(kept).not.toContain('confirm-email')
  expect(kept).toContain('booking-confirmed')
  app.clock.advance({ days: 640 })
  await app.app.runJobs()
  expect(await kindsOf()).toContain('booking-confirmed')
  app.clock.advance({ days: 200 })
  await app.app.runJobs()
  expect(await kindsOf()).toEqual([])
})

test('every kind of email has a name in words', () => {
  const { features } = app.app
  const kinds = Object.values(features).flatMap((feature) => ('emails' in feature ? Object.keys(feature.emails) : []))
  expect(kinds.length).toBeGreaterThan(40)
  expect(kinds.filter((kind) => !Object.hasOwn(MAIL_TITLES, kind))).toEqual([])
  for (const title of Object.values(MAIL_TITLES)) expect(title).toMatch(/^[A-Z][A-Za-z' -]+$/)
})
