import { forgotPassword, getMe, type Session } from '@arcadia/contract/accounts'
import { listUsers } from '@arcadia/contract/admin/accounts'
import { getAdminBooking, listAdminBookings } from '@arcadia/contract/admin/bookings'
import { getSeasonMoney, listMoneyEntries } from '@arcadia/contract/admin/bookkeeping'
import { getDashboard, getDashboardOverview, renewCalendarFeed } from '@arcadia/contract/admin/dashboard'
import { beginTestBooking, cleanUpTestBooking, getOpening, type OpeningLine } from '@arcadia/contract/admin/opening'
import { getAvailabilityRange } from '@arcadia/contract/availability'
import { getBooking } from '@arcadia/contract/bookings'
import { changeBusinessFacts } from '@arcadia/contract/business'
import { createHold } from '@arcadia/contract/holds'
import { listMyBookings } from '@arcadia/contract/trips'
import { joinWaitlist } from '@arcadia/contract/waitlist'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aBooking, bookTest } from '../../testing/a-booking.ts'
import { aColleague, anAdmin, OPEN_DATE, openDates } from '../../testing/builders.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const ADMIN = 'ray@example.com'
const GUESTS = 1

let app: TestApp
let owner: string
beforeAll(async () => {
  app = await startTestApp({ settings: { ADMIN_EMAIL: ADMIN } })
})
afterAll(() => app.close())
// Sessions end while the clock moves.
beforeEach(async () => {
  owner = await anAdmin(app)
})

async function line(): Promise<OpeningLine> {
  const { lines } = await app.call(getOpening, { token: owner })
  return lines.find(({ step }) => step === 'TEST_BOOKING')!
}
const begin = (): Promise<Session> => app.call(beginTestBooking, { token: owner })
const cleanUp = () => app.call(cleanUpTestBooking, { token: owner })
async function freeSpots(): Promise<number> {
  const days = await app.call(getAvailabilityRange, { query: { startDate: OPEN_DATE, endDate: OPEN_DATE } })
  return days[OPEN_DATE]!.availableSpots
}

const book = (session: Session) => bookTest(app, session)

test('an owner books with their own address, a dollar an angler, and reads what a guest reads', async () => {
  expect(await line()).toMatchObject({
    isSeen: false,
    action: { does: 'BEGIN_TEST', label: 'Book a test day', asks: null },
  })
  const spots = await freeSpots()
  const session = await begin()
  expect(session.user).toMatchObject({
    email: ADMIN,
    firstName: 'Test',
    lastName: 'Booking',
    role: 'USER',
    position: null,
  })
  const { booking } = await book(session)
  expect(booking).toMatchObject({
    status: 'CONFIRMED',
    email: ADMIN,
    depositAmount: 1,
    paidAmount: 1,
    totalAmount: 2500,
  })
  await app.app.runJobs()
  expect((await readMails(app, ADMIN, 'booking-confirmed')).at(-1)!.text).toContain(booking.confirmationNumber)
  expect(await readMails(app, ADMIN, 'booking-made-notice')).toHaveLength(1)
  // It takes its spot, but stands in no count, no list and not among the next trips.
  expect(await freeSpots()).toBe(spots - GUESTS)
  const { trips, money } = await app.call(getDashboardOverview, { token: owner })
  expect(trips).toEqual([])
  expect(money.due).toBe(0)
  const { all } = await app.call(getSeasonMoney, { token: owner, query: { year: 2027 } })
  expect(all).toMatchObject({ trips: 0, due: 0, paid: 1 })
  await app.call(changeBusinessFacts, { token: owner, body: { balanceDueDays: 60 } })
  expect((await app.call(getDashboardOverview, { token: owner })).waiting.overdueBalances).toBe(0)
  await app.call(changeBusinessFacts, { token: owner, body: { balanceDueDays: null } })
  expect(await app.call(getDashboard, { token: owner })).toMatchObject({ totalUsers: 1, totalBookings: 0 })
  expect(await app.call(listAdminBookings, { token: owner, query: {} })).toEqual([])
  const { url } = await app.call(renewCalendarFeed, { token: owner })
  const { payload } = await app.app.http.inject({ url: new URL(url).pathname })
  expect(payload).toContain('BEGIN:VCALENDAR')
  expect(payload).not.toContain('BEGIN:VEVENT')
  expect((await app.call(getAdminBooking, { token: owner, params: { id: booking.id } })).email).toBe(ADMIN)
  expect(await line()).toMatchObject({
    isSeen: false,
    action: { does: 'CLEAN_UP' },
    says: `You booked Mon, May 17. Read the confirmation sent to ${ADMIN} as your guests will, then clean up.`,
  })
})

test('the guest of a test is a guest like any other, whom nobody else can sign in as', async () => {
  const { token, user } = await begin()
  const { bookingId } = await aBooking(app)
  expect((await app.call(listMyBookings, { token })).map(({ email }) => email)).toEqual([ADMIN])
  expect((await app.answer(getBooking, { token, params: { id: bookingId } })).status).toBe(404)
  for (const call of [getDashboard, getOpening] as const) expect((await app.answer(call, { token })).status).toBe(403)
  // The owner's address still means the owner.
  await app.call(forgotPassword, { body: { email: ADMIN } })
  await app.app.runJobs()
  const { rows } = await app.database.pool.query('select params from outbox_mails where kind = $1', ['reset-password'])
  expect(rows.map(({ params }) => params.userId)).not.toContain(user.id)
  expect(
    ((await app.call(listUsers, { token: owner, query: {} })) as { id: number }[]).map(({ id }) => id),
  ).not.toContain(user.id)
  const office = await aColleague(app, 'OFFICE')
  expect((await app.answer(beginTestBooking, { token: office.token })).status).toBe(403)
})

test('cleaning up cancels it, takes the charge back, frees the spot and ends the session', async () => {
  const session = await begin()
  const spots = await freeSpots()
  const money = await app.call(getSeasonMoney, { token: owner, query: { year: 2027 } })
  await cleanUp()
  await cleanUp()
  expect(await freeSpots()).toBe(spots + GUESTS)
  expect(await line()).toMatchObject({ isSeen: true, action: null, says: 'Booked, paid, and cleaned up.' })
  expect((await app.answer(getMe, { token: session.token })).status).toBe(401)
  expect(await app.call(getDashboard, { token: owner })).toMatchObject({ totalBookings: 1, cancelledBookings: 0 })
  // Nobody is told that the trip is off; the charge was not settled, so no bank statement has it.
  expect(await readMails(app, ADMIN, 'booking-cancelled')).toEqual([])
  const after = await app.call(getSeasonMoney, { token: owner, query: { year: 2027 } })
  expect(after.moved).not.toEqual(money.moved)
  const { content } = await app.call(listMoneyEntries, { token: owner, query: { year: 2027 } })
  expect(content.map(({ guest }) => guest)).not.toContain('Test Booking')
})

test('a settled charge is refunded, and both lines are named as a test', async () => {
  const { booking } = await book(await begin())
  await app.simulator.control('POST', '/settle', {})
  await cleanUp()
  await app.app.runJobs()
  expect(await app.call(getAdminBooking, { token: owner, params: { id: booking.id } })).toMatchObject({
    status: 'CANCELLED',
    refundedAmount: 1,
    canceledAmount: 0,
    pendingAmount: 0,
  })
  const { content } = await app.call(listMoneyEntries, { token: owner, query: { year: 2027 } })
  const ofTest = content.filter(({ guest }) => guest === 'Test Booking')
  expect(ofTest.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual(['REFUND 1', 'DEPOSIT 1'])
})

test('spots that a test only holds are free again once it is cleaned up', async () => {
  const spots = await freeSpots()
  const { token } = await begin()
  await app.call(createHold, { token, body: { selectedDate: OPEN_DATE, numberOfGuests: GUESTS } })
  expect(await freeSpots()).toBe(spots - GUESTS)
  const presses = await Promise.all([1, 2, 3].map(() => app.answer(cleanUpTestBooking, { token: owner })))
  expect(presses.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await freeSpots()).toBe(spots)
})

test('while QuickBooks does not answer it stays booked, and while its payment has no outcome too', async () => {
  const session = await begin()
  const { booking } = await book(session)
  const status = async () => (await app.call(getAdminBooking, { token: owner, params: { id: booking.id } })).status
  await app.simulator.fault({ operation: 'find-charge', fault: 'server-error', times: 40 })
  expect(await app.answer(cleanUpTestBooking, { token: owner })).toMatchObject({ status: 503 })
  expect(await status()).toBe('CONFIRMED')
  await app.simulator.endFaults()
  await cleanUp()
  expect(await status()).toBe('CANCELLED')

  await app.simulator.fault({ operation: 'charge', fault: 'lost-request', times: 1 })
  const paying = await book(await begin())
  expect(paying.booking.status).toBe('PENDING')
  expect(await line()).toMatchObject({ isSeen: false, says: 'The payment is being confirmed.' })
  expect(await app.answer(cleanUpTestBooking, { token: owner })).toMatchObject({
    body: { error: 'payment-in-progress' },
  })
  await app.simulator.endFaults()
  app.clock.advance({ minutes: 5 })
  await app.app.runJobs()
  owner = await anAdmin(app)
  await cleanUp()
  expect(await line()).toMatchObject({ isSeen: true })
})

test('one that was forgotten is cleaned up after an hour, by any process, once', async () => {
  const session = await begin()
  app.clock.advance({ minutes: 30 })
  const { booking } = await book(session)
  app.clock.advance({ minutes: 59 })
  await app.app.runJobs()
  expect((await app.call(getAdminBooking, { token: await anAdmin(app), params: { id: booking.id } })).status).toBe(
    'CONFIRMED',
  )
  app.clock.advance({ minutes: 2 })
  await Promise.all([app.app.runJobs(), app.app.runJobs()])
  owner = await anAdmin(app)
  expect(await app.call(getAdminBooking, { token: owner, params: { id: booking.id } })).toMatchObject({
    status: 'CANCELLED',
    refundedAmount: 0,
    canceledAmount: 1,
  })
  expect((await app.answer(getMe, { token: session.token })).status).toBe(401)
})

test('a test waits in no line, where an offer would cost what a guest pays', async () => {
  const date = openDates()[9]!
  await aBooking(app, { date, guests: 4 })
  const session = await begin()
  const body = { selectedDate: date, numberOfGuests: 1 }
  expect(await app.answer(joinWaitlist, { token: session.token, body })).toMatchObject({
    status: 409,
    body: { error: 'date-not-bookable', message: "A test booking can't wait for a spot. Pick a day with room." },
  })
  await cleanUp()
})
