import { getAdminBooking, patchBookingStatus } from '@arcadia/contract/admin/bookings'
import { recordManualPayment } from '@arcadia/contract/admin/manual-payments'
import { enterPhoneBooking } from '@arcadia/contract/admin/phone-bookings'
import { cancelBooking } from '@arcadia/contract/bookings'
import { closeDayMove, moveDay, refundMovedDay } from '@arcadia/contract/day-moves'
import { payForBooking } from '@arcadia/contract/payments'
import { refundBooking } from '@arcadia/contract/refunds'
import { joinWaitlist } from '@arcadia/contract/waitlist'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { aHold, anAdmin, anAngler, aPayment, networkAddress, openDates } from '../../testing/builders.ts'
import { readMails } from '../../testing/read-mail.ts'
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { findBooking } from './bookings.store.ts'
import { type CancelledBy, cancelled } from './cancel-booking.service.ts'

const OWNER = 'guide@example.com'
let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp({
    settings: { BUSINESS_EMAIL: OWNER },
    patience: { answerWithinMs: 4000, callMs: 8000 },
  })
  admin = await anAdmin(app)
})
afterAll(() => app.close())

const dates = openDates()

interface Way {
  /** Books the day's four spots. */
  book(date: string): Promise<{ bookingId: number; token: string }>
  cancel(booked: { bookingId: number; token: string }): Promise<unknown>
  /** The emails about the booking beside those of the cancellation. */
  also?: string[]
  isByStaff?: boolean
  /** The day is closed, so its spots are offered to nobody. */
  isDayClosed?: boolean
  isUndo?: boolean
  /** How the guest's email begins, where `SAYS` doesn't say it. */
  says?: string
}

const book: Way['book'] = (date) => aBooking(app, { date, guests: 4 })
const setStatus = (notify?: boolean) => (booked: { bookingId: number }) =>
  app.call(patchBookingStatus, {
    token: admin,
    params: { id: booked.bookingId },
    body: { status: 'CANCELLED', notify },
  })
const awaitsDeposit: Way['book'] = async (date) => {
  const guest = { firstName: 'Rosa', lastName: 'Diaz', email: 'ada@example.com', phone: '(863) 555-0177' }
  const depositUntil = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
  const trip = { selectedDate: date, numberOfGuests: 4, packageType: 'TROPHY' as const }
  const { id } = await app.call(enterPhoneBooking, { token: admin, body: { ...trip, ...guest, depositUntil } })
  return { bookingId: id, token: admin }
}
const paysLate: Way['book'] = async (date) => {
  const { token } = await anAngler(app)
  const holdId = await aHold(app, token, { date, guests: 4 })
  const body = aPayment(holdId, await app.simulator.cardToken('Decline'), { date, guests: 4 })
  await app.simulator.fault({ operation: 'charge', fault: 'lost-request', times: 1 })
  const { booking } = await app.call(payForBooking, { token, body, ip: networkAddress() })
  expect(booking.status).toBe('PENDING')
  return { bookingId: booking.id, token }
}

const WAYS: [string, CancelledBy, Way][] = [
  [
    'the guest',
    'guest',
    { book, cancel: ({ token, bookingId }) => app.call(cancelBooking, { token, params: { id: bookingId } }) },
  ],
  ['the owner by status', 'staff', { book, cancel: setStatus(), isByStaff: true }],
  ['the owner, an undo', 'staff', { book, cancel: setStatus(false), isByStaff: true, isUndo: true }],
  ['the owner, before the deposit', 'staff', { book: awaitsDeposit, cancel: setStatus(), isByStaff: true }],
  [
    'the guest of a called-off day',
    'calledOff',
    {
      async book(date) {
        const booked = await book(date)
        await app.call(moveDay, { token: admin, body: { date, reason: 'WEATHER' } })
        return booked
      },
      cancel: ({ token, bookingId }) => app.call(refundMovedDay, { token, params: { id: bookingId } }),
      also: ['refund-made'],
      isDayClosed: true,
    },
  ],
  [
    'the guest of a called-off day, with everything refunded before',
    'calledOff',
    {
      async book(date) {
        const booked = await book(date)
        await app.call(refundBooking, { token: admin, params: { id: booked.bookingId }, query: {} })
        app.clock.advance({ minutes: 3 })
        await app.call(moveDay, { token: admin, body: { date, reason: 'WEATHER' } })
        return booked
      },
      cancel: ({ token, bookingId }) => app.call(refundMovedDay, { token, params: { id: bookingId } }),
      isDayClosed: true,
      says: 'We had called your trip off, and you canceled it.',
    },
  ],
  [
    'a missed deposit',
    'depositMissed',
    {
      book: awaitsDeposit,
      cancel() {
        app.clock.advance({ minutes: 61 })
        return app.app.runJobs()
      },
    },
  ],
  [
    'a payment that failed late',
    'notPaid',
    {
      book: paysLate,
      cancel: ({ bookingId }) =>
        eventually(async () => {
          app.clock.advance({ seconds: 31 })
          await app.app.runJobs()
          return (await bookingOf(bookingId)).status !== 'PENDING'
        }, 15_000),
      also: ['payment-outcome'],
    },
  ],
]

const bookingOf = (id: number) =>
  app.database.db
    .selectFrom('bookings')
    .select(['status', 'email', 'status_reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const mailsOf = async (id: number) => {
  const mails = app.database.db.selectFrom('outbox_mails').select(['id', 'kind', 'to_email as to', 'by_staff'])
  return mails.where(sql`params->>'bookingId'`, '=', String(id)).orderBy('id').execute()
}

/** How the guest's email begins. */
const SAYS: Record<CancelledBy, string> = {
  guest: 'You canceled your trip.',
  staff: 'We canceled your trip.',
  calledOff: 'You chose your money back.',
  depositMissed: "We held your spots, but the deposit wasn't paid in time.",
  notPaid: '',
}

test.each(WAYS)('cancelled by %s: who is told, and who gets the spots', async (_, by, way) => {
  const date = dates.shift()!
  const booked = await way.book(date)
  const id = booked.bookingId
  if (!way.isDayClosed) {
    const { token } = await anAngler(app)
    await app.call(joinWaitlist, { token, body: { selectedDate: date, numberOfGuests: 4 }, ip: networkAddress() })
  }
  const before = (await mailsOf(id)).map((mail) => mail.id)
  await way.cancel(booked)
  const booking = await eventually(async () => {
    const now = await bookingOf(id)
    return now.status === 'CANCELLED' && now
  }, 15_000)

  const who = { guest: 'GUEST', calledOff: 'GUEST', staff: 'US', depositMissed: undefined, notPaid: undefined }[by]
  const { canceledByGuest, canceledByUs } = (await findBooking(app.database.db, id))!
  expect({ canceledByGuest, canceledByUs }).toEqual({ canceledByGuest: who === 'GUEST', canceledByUs: who === 'US' })
  const { guest, owner } = cancelled.by[by]
  const told = way.isUndo
    ? []
    : [guest && [guest, booking.email], owner && [owner, OWNER]].filter((one) => one !== null)
  const mails = (await mailsOf(id)).filter((mail) => !before.includes(mail.id))
  const others = mails.filter(({ kind }) => way.also?.includes(kind))
  expect(others.map(({ kind }) => kind)).toEqual(way.also ?? [])
  const rest = mails.filter((mail) => !others.includes(mail))
  expect(rest.map(({ kind, to }) => [kind, to])).toEqual(told)
  for (const { kind, by_staff } of rest) if (kind === guest) expect(by_staff).toBe(way.isByStaff ?? false)

  if (guest && told.length > 0) {
    const written = await readMails(app, booking.email!, guest)
    expect(written.at(-1)!.text.split('\n\n')[3]).toContain(way.says ?? SAYS[by])
  }

  const { db } = app.database
  const history = await db
    .selectFrom('booking_events')
    .select(['kind', 'description', sql<string>`xmin::text`.as('written')])
    .where('booking_id', '=', id)
    .where('kind', '=', 'cancelled')
    .execute()
  expect(history).toMatchObject([{ kind: cancelled.name, description: booking.status_reason }])
  const log = await db
    .selectFrom('audit_entries')
    .select('action')
    .where('subject_id', '=', String(id))
    .where('action', '=', `booking.${cancelled.name}`)
    .execute()
  expect(log).toHaveLength(way.isByStaff ? 1 : 0)

  expect(cancelled.frees).toBe(true)
  const offers = await db
    .selectFrom('holds')
    .select(['number_of_guests', sql<string>`xmin::text`.as('written')])
    .where('trip_date', '=', date)
    .where('waitlist_entry_id', 'is not', null)
    .execute()
  expect(offers).toEqual(way.isDayClosed ? [] : [{ number_of_guests: 4, written: history[0]!.written }])
})

test('whoever cancels once their called-off day is on again gave nothing up, and nothing is to be given back', async () => {
  const date = dates.shift()!
  const { bookingId, token } = await aBooking(app, { date })
  const params = { id: bookingId }
  const { id } = await app.call(moveDay, { token: admin, body: { date, reason: 'WEATHER' } })
  await app.call(closeDayMove, { token: admin, params: { id }, body: { opensDay: true } })
  await app.call(recordManualPayment, { token: admin, params, body: { amount: 100, method: 'CASH' } })
  app.clock.advance({ minutes: 1 })
  await app.call(cancelBooking, { token, params })
  const { keptByHand, toGiveBack, wasCalledOff } = await app.call(getAdminBooking, { token: admin, params })
  expect({ keptByHand, toGiveBack, wasCalledOff }).toEqual({ keptByHand: 100, toGiveBack: 0, wasCalledOff: false })
  const notices = await readMails(app, OWNER, 'booking-cancelled-notice')
  expect(notices.at(-1)!.text).toContain('They canceled the trip themselves.')
})
