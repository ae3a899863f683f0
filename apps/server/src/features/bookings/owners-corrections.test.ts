import { listAuditEntries } from '@arcadia/contract/admin/audit-log'
import { correctBooking, setBookingStatus } from '@arcadia/contract/admin/bookings'
import { setBlackoutDates, setTrophyPackagePrice } from '@arcadia/contract/admin/configuration'
import { recordManualPayment } from '@arcadia/contract/admin/manual-payments'
import { getAvailability } from '@arcadia/contract/availability'
import { correctGuest } from '@arcadia/contract/booking-data'
import { listBookingEvents, rescheduleBooking } from '@arcadia/contract/bookings'
import { payBalance } from '@arcadia/contract/payments'
import { joinWaitlist } from '@arcadia/contract/waitlist'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, anAngler, openDates } from '../../testing/builders.ts'
import { checkBooks } from '../../testing/check-books.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp({ patience: { answerWithinMs: 4000, callMs: 8000 } })
  token = await anAdmin(app)
})
afterAll(() => app.close())

const dates = openDates()
const nextDate = () => dates.shift()!
const correct = (id: number, body: object) => app.answer(correctBooking, { token, params: { id }, body })
const spots = async (date: string) => (await app.call(getAvailability, { params: { date } })).availableSpots

test("more anglers take free spots at the booking's frozen prices", async () => {
  const date = nextDate()
  const booking = await aBooking(app, { date, guests: 1 })
  const setPrice = (trophyPackagePrice: number) =>
    app.answer(setTrophyPackagePrice, { token, body: { trophyPackagePrice } })
  expect((await setPrice(9000)).status).toBe(200)
  const corrected = await correct(booking.bookingId, { numberOfGuests: 3, lastName: 'Byron' })
  await setPrice(2500)
  expect(corrected).toMatchObject({
    status: 200,
    body: {
      numberOfGuests: 3,
      lastName: 'Byron',
      firstName: 'Ada',
      totalAmount: 7500,
      depositAmount: 1050,
      paidAmount: 350,
      pendingAmount: 7150,
    },
  })
  expect(await spots(date)).toBe(1)
  const own = { token: booking.token }
  const events = await app.call(listBookingEvents, { params: { id: booking.bookingId }, ...own })
  expect(events.at(-1)).toMatchObject({
    kind: 'corrected',
    description: 'Updated: 3 anglers instead of 1, the name. The total is $7,500.00.',
  })
  const mail = (await readMails(app, 'ada@example.com', 'booking-corrected')).at(-1)!
  for (const line of ['3 anglers instead of 1, the name.', 'Name: Ada Byron', 'Group: 3 anglers', 'Balance: $6,450.00'])
    expect(mail.text).toContain(line)
  expect(mail.attachments![0]!.content).toContain('3 anglers')
  const log = await app.answer(listAuditEntries, {
    token,
    query: { subjectKind: 'booking', subjectId: booking.bookingId },
  })
  expect(log.body.content).toMatchObject([{ action: 'booking.corrected' }])
  expect(JSON.parse(log.body.content[0]!.before!)).toEqual({
    numberOfGuests: 1,
    lastName: 'Angler',
    totalAmount: 2500,
    depositAmount: 350,
  })
})

test('a correction cannot oversell a day, and the error says how many spots are left', async () => {
  const date = nextDate()
  const booking = await aBooking(app, { date, guests: 1 })
  await aBooking(app, { date, guests: 2 })
  expect(await correct(booking.bookingId, { numberOfGuests: 3 })).toMatchObject({
    status: 409,
    body: {
      error: 'not-enough-spots',
      details: [{ path: 'numberOfGuests', message: expect.stringMatching(/^Only 1 more spot is left on/) }],
    },
  })
  // If two want the last spot at once, one gets it.
  const angler = aBooking(app, { date, guests: 1 }).then(
    () => 200,
    () => 409,
  )
  const owner = correct(booking.bookingId, { numberOfGuests: 2 }).then(({ status }) => status)
  const statuses = await Promise.all([angler, owner])
  expect(statuses.sort()).toEqual([200, 409])
  expect(await spots(date)).toBe(0)
})

test('fewer anglers free spots, which are offered to the waitlist', async () => {
  const date = nextDate()
  const booking = await aBooking(app, { date, guests: 4 })
  const waiting = await anAngler(app)
  await app.call(joinWaitlist, { token: waiting.token, body: { selectedDate: date, numberOfGuests: 2 } })
  expect(await correct(booking.bookingId, { numberOfGuests: 2 })).toMatchObject({
    status: 200,
    body: { pendingAmount: 3600 },
  })
  expect((await readMails(app, waiting.email)).map(({ kind }) => kind)).toContain('waitlist-offer')
})

test('a total below what was paid is refused until the owner accepts it', async () => {
  const booking = await aBooking(app, { date: nextDate(), guests: 2 })
  await app.call(recordManualPayment, {
    token,
    params: { id: booking.bookingId },
    body: { amount: 4300, method: 'CASH' },
  })
  expect(await correct(booking.bookingId, { packageType: 'STANDARD' })).toMatchObject({
    status: 409,
    body: {
      error: 'total-below-paid',
      message:
        '$5,000.00 has been paid, and the new total is $3,000.00. That leaves $2,000.00: refund it, or leave it as credit on the booking.',
    },
  })
  expect(await correct(booking.bookingId, { packageType: 'STANDARD', acceptsOverpayment: true })).toMatchObject({
    status: 200,
    body: { packageType: 'STANDARD', totalAmount: 3000, depositAmount: 700, paidAmount: 5000, pendingAmount: 0 },
  })
  // Correcting a name does not ask again.
  expect((await correct(booking.bookingId, { firstName: 'Grace' })).status).toBe(200)
  expect((await checkBooks(app, token)).balanced).toBe(true)
})

test('waits while a payment has no outcome; an unchanged booking leaves no trace', async () => {
  const booking = await aBooking(app, { date: nextDate() })
  const same = await correct(booking.bookingId, { numberOfGuests: 1, firstName: 'Ada' })
  expect(same.status).toBe(200)
  await app.simulator.fault({ operation: 'charge', fault: 'lost-answer', times: 1 })
  const payment = {
    bookingId: booking.bookingId,
    amount: 100,
    currency: 'USD' as const,
    paymentToken: await app.simulator.cardToken(),
  }
  expect((await app.answer(payBalance, { token: booking.token, body: payment })).status).toBe(202)
  expect(await correct(booking.bookingId, { numberOfGuests: 2 })).toMatchObject({
    status: 409,
    body: { error: 'payment-in-progress' },
  })
  const events = await app.call(listBookingEvents, { token: booking.token, params: { id: booking.bookingId } })
  expect(events.map(({ kind }) => kind)).toEqual(['created', 'paid'])
})

test('a past trip can be corrected too, though its day can no longer be booked', async () => {
  const date = nextDate()
  const booking = await aBooking(app, { date })
  await app.call(setBookingStatus, { token, params: { id: booking.bookingId }, query: { status: 'COMPLETED' } })
  await app.call(setBlackoutDates, { token, body: { blackoutDates: [date] } })
  expect(await correct(booking.bookingId, { numberOfGuests: 2 })).toMatchObject({
    status: 200,
    body: { status: 'COMPLETED' },
  })
})

test('an email names each correction that it tells of, and no other', async () => {
  const booking = await aBooking(app, { date: nextDate(), guests: 1 })
  const told = async () => (await readMails(app, 'ada@example.com', 'booking-corrected')).at(-1)!.text
  await correct(booking.bookingId, { numberOfGuests: 2 })
  await correct(booking.bookingId, { lastName: 'Byron' })
  expect(await told()).toMatch(/Updated: 2 anglers instead of 1\. .*\n+Updated: the name\./)
  const body = { firstName: 'Ada', lastName: 'Byron', phone: '863-555-0199' }
  const own = { token: booking.token, params: { id: booking.bookingId }, body }
  expect((await app.answer(correctGuest, own)).status).toBe(200)
  expect(await told()).toContain('2 anglers instead of 1')
  expect(await told()).not.toContain('the phone')
})

test('a trip that moved there and back tells of no older correction', async () => {
  const [date, other] = [nextDate(), nextDate()]
  const booking = await aBooking(app, { date, guests: 1 })
  await correct(booking.bookingId, { lastName: 'Byron' })
  for (const to of [other, date])
    await app.call(rescheduleBooking, {
      token: booking.token,
      params: { id: booking.bookingId },
      body: { newSelectedDate: to, numberOfGuests: 1 },
    })
  const { text } = (await readMails(app, 'ada@example.com', 'booking-rescheduled')).at(-1)!
  expect(text).toContain("Here's how your booking looks now.")
  expect(text).not.toContain('Updated:')
})
