import { getDashboardOverview } from '@arcadia/contract/admin/dashboard'
import { listMails } from '@arcadia/contract/admin/mails'
import { createBookingQuery } from '@arcadia/contract/booking-queries'
import { cancelBooking } from '@arcadia/contract/bookings'
import { createEnquiry, setEnquiryStatus } from '@arcadia/contract/enquiries'
import { refundBooking, requestRefund } from '@arcadia/contract/refunds'
import { formatDate, formatShortDate } from '@arcadia/contract/trip-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HELD_TOO_OLD } from '../../mail/outbox.ts'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, networkAddress, openDates } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: string
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp()
  admin = await anAdmin(app)
})
afterAll(() => app.close())

const overview = () => app.call(getDashboardOverview, { token: admin })

test('with no bookings every part is empty', async () => {
  expect(await overview()).toEqual({
    isOpeningOver: false,
    today: '2027-04-05',
    trips: [],
    waiting: {
      enquiries: 0,
      bookingQueries: 0,
      refundRequests: 0,
      failuresToRefund: 0,
      failuresToReview: 0,
      reviews: 0,
      groupsToReach: 0,
      groupsToTell: 0,
      toGiveBack: 0,
      overdueBalances: 0,
    },
    waitingLongest: [],
    money: { captured: 0, cash: 0, refunded: 0, due: 0, overdue: 0 },
    failedMails: 0,
    heldMails: 0,
    mailsWaitSince: null,
    unsentMails: 0,
    merchant: { isConnected: true, needsRefresh: false },
  })
})

test('the next groups come in order with their balances, without cancelled and past ones', async () => {
  const later = await aBooking(app, { date: dates[1]!, guests: 2 })
  const first = await aBooking(app, { date: dates[0]!, guests: 3 })
  const cancelled = await aBooking(app, { date: dates[0]! })
  await app.call(cancelBooking, { token: cancelled.token, params: { id: cancelled.bookingId } })
  await app.call(refundBooking, { token: admin, params: { id: first.bookingId }, query: { amount: 50 } })

  const { trips, money } = await overview()
  expect(trips.map((trip) => trip.id)).toEqual([first.bookingId, later.bookingId])
  expect(trips[0]).toEqual({
    id: first.bookingId,
    selectedDate: dates[0],
    numberOfGuests: 3,
    packageType: 'TROPHY',
    riders: 0,
    privateMorning: null,
    tackle: 'DECIDE_LATER',
    firstName: 'Ada',
    lastName: 'Angler',
    phone: '(863) 555-0142',
    pendingAmount: 6450,
    status: 'CONFIRMED',
    outcome: 'ON',
    confirmationNumber: first.confirmationNumber,
  })
  expect(money).toEqual({ captured: 6 * 350, cash: 0, refunded: 50, due: 6450 + 4300, overdue: 0 })

  for (const date of dates.slice(2, 6)) await aBooking(app, { date })
  const dated = new Set((await overview()).trips.map((trip) => trip.selectedDate))
  expect([...dated]).toEqual(dates.slice(0, 5))

  app.clock.set(`${dates[1]}T23:00:00Z`)
  admin = await anAdmin(app)
  expect((await overview()).trips[0]?.id).toBe(later.bookingId)
})

test('open items are counted until they are answered', async () => {
  const enquiry = {
    firstName: 'Ines',
    lastName: 'Marlow',
    email: 'ines@example.com',
    phone: '555-0142',
    country: 'ES' as const,
  }
  const { id } = await app.call(createEnquiry, { body: enquiry, ip: networkAddress() })
  const { token, bookingId } = await aBooking(app, { date: dates[7]! })
  const question = { bookingId, queryMessage: '\nMay I bring my dog?\nHe is small.' }
  await app.call(createBookingQuery, { token, body: question })
  await app.call(requestRefund, { token, params: { id: bookingId }, body: { description: 'Ill' } })
  await app.database.pool.query(
    `insert into outbox_mails (kind, to_email, params, created_at, next_try_at, failed_at)
      values ('password-reset', 'gone@example.com', '{}', now(), now(), now())`,
  )
  await app.database.pool.query(
    `insert into outbox_mails (kind, to_email, params, created_at, next_try_at, waits_since, urgency, dropped_at, last_error)
      select 'password-reset', 'gone@example.com', '{}', now(), now(), now(), 0, now(), reason from unnest($1::text[]) reason`,
    [[HELD_TOO_OLD, 'Not sent: too many emails to this address.']],
  )
  const { waiting, waitingLongest, failedMails, heldMails, unsentMails } = await overview()
  expect(waiting).toMatchObject({ enquiries: 1, bookingQueries: 1, refundRequests: 1, reviews: 0 })
  expect(waitingLongest.map(({ kind, name, line }) => [kind, name, line])).toEqual([
    ['refundRequests', 'Ada Angler', 'Ill'],
    ['bookingQueries', 'Ada Angler', 'May I bring my dog?'],
    ['enquiries', 'Ines Marlow', null],
    ['overdueBalances', 'Ada Angler', `$6,450.00, trip on ${formatShortDate(dates[0]!)}`],
  ])
  expect(waitingLongest.find(({ kind }) => kind === 'enquiries')!.id).toBe(id)
  expect(failedMails).toBe(1)
  expect(heldMails, 'not what is over a budget').toBe(1)
  const { totalElements } = await app.call(listMails, { token: admin, query: { status: 'WAITING' } })
  expect(unsentMails, 'there is no mail server').toBe(totalElements)
  expect(unsentMails).toBeGreaterThan(0)

  await app.call(setEnquiryStatus, { token: admin, params: { id }, body: { status: 'CLOSED' } })
  expect((await overview()).waiting.enquiries).toBe(0)
})

test('overdue balances are named by the oldest and then the largest, with the year if it is not this one', async () => {
  await aBooking(app, { date: dates[6]!, guests: 4 })
  app.clock.set('2028-01-01T15:00:00Z')
  admin = await anAdmin(app)
  const named = (await overview()).waitingLongest.filter(({ kind }) => kind === 'overdueBalances')
  expect(named).toHaveLength(4)
  expect(named.slice(0, 3).map(({ line }) => line)).toEqual([
    `$6,450.00, trip on ${formatDate(dates[0]!)}`,
    `$8,600.00, trip on ${formatDate(dates[6]!)}`,
    `$4,300.00, trip on ${formatDate(dates[1]!)}`,
  ])
})

test('card payments are counted for this year at the venue', async () => {
  app.clock.set('2028-01-01T04:30:00Z')
  admin = await anAdmin(app)
  expect((await overview()).money.captured).toBeGreaterThan(0)
  app.clock.set('2028-01-01T05:30:00Z')
  expect((await overview()).money).toMatchObject({ captured: 0, refunded: 0 })
})
