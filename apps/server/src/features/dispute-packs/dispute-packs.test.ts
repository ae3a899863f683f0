import { portal } from '@arcadia/contract/addresses'
import { listAuditEntries } from '@arcadia/contract/admin/audit-log'
import { addBookingNote, getAdminBooking, makeDisputePack, setBookingStatus } from '@arcadia/contract/admin/bookings'
import { listManualPayments, recordManualPayment, takeBackManualPayment } from '@arcadia/contract/admin/manual-payments'
import { TERMS_VERSION } from '@arcadia/contract/booking-data'
import { createBookingQuery, setBookingQueryStatus } from '@arcadia/contract/booking-queries'
import { payForBooking } from '@arcadia/contract/payments'
import { declineRefundRequest, listRefundRequests, refundBooking, requestRefund } from '@arcadia/contract/refunds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { escaped } from '../../mail/markup.ts'
import { aBooking } from '../../testing/a-booking.ts'
import { aHold, anAdmin, anAngler, aPayment, networkAddress, openDates, PASSWORD } from '../../testing/builders.ts'
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let server: TestMailServer
let admin: string
const dates = openDates()
beforeAll(async () => {
  server = await startMailServer()
  app = await startTestApp({ settings: { SMTP_URL: server.url } })
  admin = await anAdmin(app)
})
afterAll(async () => {
  await app.close()
  await server.close()
})

const make = (id: number, token = admin) => app.answer(makeDisputePack, { token, params: { id } })
/** A booking with every kind of event, and secrets that must not be in its pack. */
async function aStory() {
  const angler = await anAngler(app)
  const date = dates.shift()!
  const holdId = await aHold(app, angler.token, { date })
  const ip = networkAddress()
  const pay = (cardToken: string) => {
    const body = aPayment(holdId, cardToken, { date })
    const bookingData = { ...body.bookingData, lastName: '<b>Angler', termsVersion: TERMS_VERSION }
    return app.answer(payForBooking, { token: angler.token, body: { ...body, bookingData }, ip })
  }
  const cardTokens = [await app.simulator.cardToken('DECLINE'), await app.simulator.cardToken()]
  await pay(cardTokens[0]!)
  app.clock.advance({ seconds: 1 })
  const booking = (await pay(cardTokens[1]!)).body.booking
  const { id } = booking
  const asked = { bookingId: id, queryMessage: 'Is there <script>alert(1)</script> shade?' }
  const question = await app.call(createBookingQuery, { token: angler.token, body: asked })
  await app.call(setBookingQueryStatus, {
    token: admin,
    params: { id: question.id },
    body: {
      status: 'RESPONDED',
      adminResponse: 'The boat has a canopy.',
      adminNotes: 'secret: a difficult customer',
    },
  })
  const note = { text: 'secret: gave them the old boat' }
  await app.call(addBookingNote, { token: admin, params: { id }, body: note })
  const filed = { amount: 40, description: 'We came home early.' }
  await app.call(requestRefund, { token: angler.token, params: { id }, body: filed })
  const [request] = await app.call(listRefundRequests, { token: admin })
  await app.call(declineRefundRequest, {
    token: admin,
    params: { id: request!.id },
    body: { answer: 'You were brought back as asked.' },
  })
  await app.call(refundBooking, {
    token: admin,
    params: { id },
    query: { amount: 50.25, description: 'Fog' },
  })
  for (const [amount, method] of [
    [120.5, 'CASH'],
    [77, 'CHECK'],
  ] as const) {
    const body = { amount, method, note: 'secret: in small bills' }
    await app.call(recordManualPayment, { token: admin, params: { id }, body })
  }
  const payments = await app.call(listManualPayments, { token: admin, params: { id } })
  await app.call(takeBackManualPayment, {
    token: admin,
    params: { id: payments[1]!.id },
    body: { reason: 'secret: it bounced' },
  })
  await app.app.runJobs()
  await app.call(setBookingStatus, { token: admin, params: { id }, query: { status: 'COMPLETED' } })
  await app.app.runJobs()
  return { ...booking, angler, ip, cardTokens }
}

test('the pack has every part of the evidence, with customer input escaped', async () => {
  const booking = await aStory()
  const { status, headers, body: page } = await make(booking.id)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-disposition': `attachment; filename="dispute-pack-${booking.confirmationNumber}.html"`,
  })
  const details = await app.call(getAdminBooking, { token: admin, params: { id: booking.id } })
  const mails = (await app.database.pool.query('select * from outbox_mails where booking_id = $1', [booking.id])).rows
  const sent = mails.find(({ kind }) => kind === 'booking-confirmed')
  expect(mails.map(({ kind }) => kind)).toContain('booking-made-notice')
  expect(page, 'no email to the owner').not.toContain(`${portal.path}?`)
  const parts: Record<string, string> = {
    confirmation: booking.confirmationNumber,
    name: 'Ada &lt;b&gt;Angler',
    account: booking.angler.username,
    'address of the account': booking.angler.email,
    terms: `version ${TERMS_VERSION}`,
    'words of the terms': 'Deposits are not refundable. There are no refunds for:<br>• unused services<br>',
    'time of the terms': 'Mon, Apr 5, 2027, 10:00 AM Eastern',
    total: '$5,000.00',
    cash: '$120.50',
    'taken back': '$77.00',
    network: booking.ip,
    decline: 'declined',
    card: 'ending in 1111',
    charge: details.charges[1]!.chargeId!,
    refund: details.refunds[0]!.parts[0]!.refundId!,
    'why it was refunded': 'Fog',
    'who refunded it': 'by the business (owner)',
    'what was asked back': 'We came home early.',
    'what was answered': 'You were brought back as asked.',
    question: 'Is there &lt;script&gt;alert(1)&lt;/script&gt; shade?',
    answer: 'The boat has a canopy.',
    'mail as it was sent': escaped(sent.sent_text),
    'its state': 'delivered to the mail server',
    history: '$50.25 was refunded to the Visa ending in 1111.',
    change: 'Marked the trip as completed',
    'change before': 'Status: Completed, was Confirmed',
  }
  for (const [part, text] of Object.entries(parts)) expect(page, part).toContain(text)
  expect(page).not.toMatch(/<script|<b>|<img|<link|src=/i)
  expect(page, "no numbers of machines, no account's name for a person").not.toMatch(
    /[0-9a-f]{8}-[0-9a-f]{4}-|Message-ID|Provider|\d:\d\d:\d\d|>admin<|by admin/,
  )
  for (const [what, name] of [
    ['the owner by name', 'Marlene Dugan'],
    ['the owner without one', null],
  ] as const) {
    const [firstName, lastName] = name?.split(' ') ?? [null, null]
    await app.database.pool.query(`update users set first_name = $1, last_name = $2 where username = 'admin'`, [
      firstName,
      lastName,
    ])
    expect((await make(booking.id)).body, what).toContain(`by ${name ?? 'the business (owner)'}`)
  }
})

test('a version of the terms that was never published is accepted by nobody, so no pack prints it', async () => {
  const { token } = await anAngler(app)
  const body = aPayment(await aHold(app, token, { date: dates[0]! }), 'a-card', { date: dates[0]! })
  for (const termsVersion of ['All sales refundable', '', '2026-1', null]) {
    const bookingData = { ...body.bookingData, termsVersion: termsVersion as typeof TERMS_VERSION }
    const refused = await app.answer(payForBooking, { token, body: { ...body, bookingData }, ip: networkAddress() })
    const message = `'bookingData.termsVersion' must be one of ${TERMS_VERSION}, 2026-11-26, 2026-11.`
    expect(refused).toMatchObject({
      status: 400,
      body: { error: 'invalid-input', message, details: [{ path: 'bookingData.termsVersion' }] },
    })
  }
})

test('it contains no secrets, no private notes and nothing of another booking', async () => {
  const booking = await aStory()
  const other = await aBooking(app, { date: dates.shift()! })
  const page = (await make(booking.id)).body
  const { rows } = await app.database.pool.query(
    `select encode(card_token_digest, 'hex') secret from payment_attempts where card_token_digest is not null
     union select password_hash from users union select encode(token_hash, 'hex') from sessions`,
  )
  const secrets = rows.map(({ secret }) => secret)
  expect(secrets.length).toBeGreaterThan(3)
  for (const secret of [...secrets, ...booking.cardTokens, booking.angler.token, admin, PASSWORD, '4111111111111111'])
    expect(page).not.toContain(secret)
  expect(page).not.toMatch(/secret:|#token|note added/i)
  expect(page).not.toContain(other.confirmationNumber)
  expect(page).not.toContain(other.email)
})

test('it is for admins, and each download is in the audit log', async () => {
  const booking = await aBooking(app, { date: dates.shift()! })
  expect((await make(booking.bookingId, booking.token)).status).toBe(403)
  expect(await make(999_999)).toMatchObject({ status: 404, body: { error: 'booking-not-found' } })
  await make(booking.bookingId)
  const page = (await make(booking.bookingId)).body
  expect(page).toContain('The booking was made without accepting the terms online.')
  const query = { subjectKind: 'booking', subjectId: booking.bookingId } as const
  const { content } = await app.call(listAuditEntries, { token: admin, query })
  expect(content.map(({ action }) => action)).toEqual(['booking.dispute-pack-made', 'booking.dispute-pack-made'])
})
