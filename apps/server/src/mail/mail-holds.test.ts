import { setBookingStatus } from '@arcadia/contract/admin/bookings'
import { checkIn } from '@arcadia/contract/admin/check-ins'
import { listMails, MAIL_TITLES, readMail } from '@arcadia/contract/admin/mails'
import { recordManualPayment } from '@arcadia/contract/admin/manual-payments'
import { createBookingQuery, setBookingQueryStatus } from '@arcadia/contract/booking-queries'
import { cancelBooking, rescheduleBooking } from '@arcadia/contract/bookings'
import { changeBusinessFacts } from '@arcadia/contract/business'
import { closeDayMove, moveDay } from '@arcadia/contract/day-moves'
import { requestRefund } from '@arcadia/contract/refunds'
import { formatFullDate, formatShortDate, type TripDate, venueInstant } from '@arcadia/contract/trip-date'
import { publishWaiver } from '@arcadia/contract/waivers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../database/transaction.ts'
import { aBooking } from '../testing/a-booking.ts'
import { anAdmin, openDates } from '../testing/builders.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import type { DevMail } from './dev-mail.ts'
import type { MailKind, MailKinds } from './mail-kinds.ts'
import { enqueueMail, type MailContent } from './outbox.ts'

const OWNER = 'owner@arcadia.example'

let app: TestApp
let admin: string
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp({ settings: { BUSINESS_EMAIL: OWNER } })
  admin = await anAdmin(app)
  await app.call(changeBusinessFacts, { token: admin, body: { balanceDueDays: 7 } })
  await app.call(publishWaiver, { token: admin, body: { text: 'Fishing has risks. I take them.', after: null } })
})
afterAll(() => app.close())

type Written = { [Kind in MailKind]?: Omit<MailKinds[Kind], 'bookingId'> }

/** A booking about which every kind of email waits that a guest or owner gets before the trip. */
async function aTrip() {
  const date = dates.shift()!
  const { bookingId, token } = await aBooking(app, { date })
  const params = { id: bookingId }
  const query = await app.call(createBookingQuery, { token, body: { bookingId, queryMessage: 'May my son come?' } })
  const answer = { status: 'RESPONDED' as const, adminResponse: 'Yes.' }
  await app.call(setBookingQueryStatus, { token: admin, params: { id: query.id }, body: answer })
  await app.call(requestRefund, { token, params, body: { description: 'It rains' } })
  await app.call(recordManualPayment, { token: admin, params, body: { amount: 50, method: 'CASH' } })
  const written: Written = {
    'trip-reminder': { tripDate: date },
    'waiver-reminder': { tripDate: date },
    'balance-reminder': { tripDate: date, dueOn: sevenDaysBefore(date) },
    'booking-corrected': {},
    'booking-rescheduled': { oldDate: dates.at(-1)! },
    'booking-moved-notice': { oldDate: dates.at(-1)! },
    'booking-cancelled': { by: 'guest' },
    'booking-cancelled-notice': {},
    'deposit-missed-notice': {},
    'deposit-awaited': {},
    'pay-link': {},
    'balance-paid-notice': { byVoucher: 5000, isDeposit: true },
  }
  await inTransaction(app.database.db, app.clock, async (tx, now) => {
    for (const [kind, more] of Object.entries(written)) {
      // One address each: changes of a booking to one address are told in one email.
      const to = kind === 'pay-link' ? 'ada@example.com' : `${kind}@example.com`
      await enqueueMail(tx, now, { kind, to, params: { bookingId, ...more } } as MailContent & { to: string })
    }
  })
  return { date, bookingId, token }
}
type Trip = Awaited<ReturnType<typeof aTrip>>

const sevenDaysBefore = (date: TripDate) =>
  new Date(new Date(date).getTime() - 7 * 86_400_000).toISOString().slice(0, 10)

/** What each email about the booking would say now, by kind; `undefined` if it would not be sent. */
async function told({ bookingId }: Trip) {
  const rows = await app.database.db
    .selectFrom('outbox_mails')
    .select(['id', 'kind'])
    .where('booking_id', '=', bookingId)
    .execute()
  const said = new Map<string, string | undefined>()
  for (const { id, kind } of rows) {
    const { body } = await app.request('GET', `/dev/mail/${id}`, { headers: { accept: 'application/json' } })
    const { status, subject, text } = body as DevMail
    said.set(kind, status === 'no longer needed' ? undefined : `${subject}\n${text}`)
  }
  return said
}

const TO_COME = /Booked: |See you|We start at|coming up|sign our waiver|are yours|is yours|spots left/
const ASKED_FOR = /Balance: \$[1-9]|is due|Pay the|holding your spots/

async function expectNoLie(trip: Trip, isUntrue: RegExp, sent: readonly MailKind[]) {
  const said = await told(trip)
  for (const [kind, text] of said) if (text !== undefined) expect(text, kind).not.toMatch(isUntrue)
  expect([...said].flatMap(([kind, text]) => (text === undefined ? [] : kind)).sort()).toEqual([...sent].sort())
  const { content } = await app.call(listMails, { token: admin, query: { bookingId: trip.bookingId, size: 100 } })
  const unsent = content.filter(({ kind }) => said.get(kind) === undefined)
  for (const mail of unsent) expect(mail, mail.kind).toMatchObject({ status: 'NOT_NEEDED', subject: null })
  return Object.fromEntries(unsent.map(({ kind, error }) => [kind, error]))
}

/** What is told whatever becomes of the trip. */
const ALWAYS = ['balance-paid-notice', 'manual-payment', 'refund-asked', 'refund-requested', 'reply'] as const
const onTrip = [
  ...ALWAYS,
  'booking-confirmed',
  'booking-made-notice',
  'booking-corrected',
  'booking-rescheduled',
  'booking-moved-notice',
  'trip-reminder',
  'waiver-reminder',
  'balance-reminder',
  'pay-link',
] as const

test('while a trip is on, nothing says that it is canceled or called off', async () => {
  const trip = await aTrip()
  await expectNoLie(trip, /cancel(?!ed charge)|called off|isn't refundable\. [A-Z]/i, onTrip)
})

test('a trip that was called off is not confirmed, not asked to be paid and not looked forward to', async () => {
  const trip = await aTrip()
  const { id } = await app.call(moveDay, { token: admin, body: { date: trip.date, reason: 'WEATHER' } })
  const sent = [...ALWAYS, 'day-move-asked', 'booking-made-notice', 'booking-moved-notice'] as const
  const reasons = await expectNoLie(trip, new RegExp(`${TO_COME.source}|${ASKED_FOR.source}`), sent)
  for (const kind of ['booking-confirmed', 'trip-reminder', 'balance-reminder', 'waiver-reminder', 'pay-link'])
    expect(reasons[kind], kind).toBe('Not sent: the trip was called off.')
  expect(await waiting(trip)).not.toContain('booking-confirmed')

  await app.call(closeDayMove, { token: admin, params: { id }, body: { opensDay: true } })
  const again = await expectNoLie(trip, /can't run|Called off/, [...onTrip, 'day-move-withdrawn'])
  expect(again['day-move-asked']).toBe('Not sent: the trip is on.')
  expect(await waiting(trip)).toContain('booking-confirmed')
})

test('a canceled trip is told as canceled, and nothing else about it', async () => {
  for (const by of ['guest', 'owner']) {
    const trip = await aTrip()
    const params = { id: trip.bookingId }
    if (by === 'guest') await app.call(cancelBooking, { token: trip.token, params })
    else await app.call(setBookingStatus, { token: admin, params, query: { status: 'CANCELLED' } })
    const sent = [...ALWAYS, 'booking-cancelled', 'booking-cancelled-notice', 'deposit-missed-notice'] as const
    const reasons = await expectNoLie(
      trip,
      new RegExp(`${TO_COME.source}|${ASKED_FOR.source}|booking is confirmed`),
      sent,
    )
    expect(reasons['balance-reminder']).toBe('Not sent: the trip was canceled.')
    expect(reasons['booking-confirmed']).toBe('Not sent: the trip was canceled.')
  }
})

test('a trip that moved is reminded of on its new date only', async () => {
  const trip = await aTrip()
  const to = dates.shift()!
  await app.call(rescheduleBooking, {
    token: trip.token,
    params: { id: trip.bookingId },
    body: { newSelectedDate: to, numberOfGuests: 1 },
  })
  const names = (date: TripDate) =>
    `(?<!Old date: |Was |moved from )(?:${formatFullDate(date)}|${formatShortDate(date)})`
  const gone = ['trip-reminder', 'waiver-reminder', 'balance-reminder'] as const
  const reasons = await expectNoLie(
    trip,
    new RegExp(names(trip.date)),
    onTrip.filter((kind) => !(gone as readonly string[]).includes(kind)),
  )
  for (const kind of gone) expect(reasons[kind], kind).toBe('Not sent: the trip moved to another date.')
})

test('who did not come is not reminded, and one who came is not told of a day to come', async () => {
  const [missed, came] = [await aTrip(), await aTrip()]
  app.clock.set(venueInstant(missed.date, '12:00'))
  admin = await anAdmin(app)
  const at = app.clock.now().toISOString()
  const params = { id: missed.bookingId }
  const tap = { date: missed.date, state: 'NO_SHOW' as const, was: null, at }
  await app.call(checkIn, { token: admin, params, body: tap, headers: {} })
  const kept = [...ALWAYS, 'booking-made-notice', 'booking-corrected'] as const
  const reasons = await expectNoLie(missed, TO_COME, kept)
  expect(reasons['trip-reminder']).toBe("Not sent: the guest didn't come.")
  await app.call(setBookingStatus, {
    token: admin,
    params: { id: came.bookingId },
    query: { status: 'COMPLETED' },
  })
  const after = await expectNoLie(came, TO_COME, [...kept, 'pay-link'])
  expect(after['trip-reminder']).toBe('Not sent: the trip is over.')
})

test('an email that would lie is no longer waiting in the list, and says why to who opens it', async () => {
  const trip = await aTrip()
  await app.call(moveDay, { token: admin, body: { date: trip.date, reason: 'WEATHER' } })
  const { content } = await app.call(listMails, {
    token: admin,
    query: { bookingId: trip.bookingId, status: 'NOT_NEEDED', size: 100 },
  })
  const mail = content.find(({ kind }) => kind === 'booking-confirmed')!
  expect(mail.error).toBe('Not sent: the trip was called off.')
  expect(await app.call(readMail, { token: admin, params: { id: mail.id } })).toMatchObject({
    status: 'NOT_NEEDED',
    error: 'Not sent: the trip was called off.',
    text: null,
  })
  expect(Object.keys(MAIL_TITLES)).toContain(mail.kind)
})

async function waiting({ bookingId }: Trip) {
  const query = { bookingId, status: 'WAITING' as const, size: 100 }
  return (await app.call(listMails, { token: admin, query })).content.map(({ kind }) => kind)
}
