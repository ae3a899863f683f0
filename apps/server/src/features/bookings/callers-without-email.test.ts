import { listUsers } from '@arcadia/contract/admin/accounts'
import {
  correctBooking,
  correctEmailOfBooking,
  getAdminBooking,
  listAdminBookings,
  setBookingStatus,
} from '@arcadia/contract/admin/bookings'
import { getDaySheet } from '@arcadia/contract/admin/dashboard'
import { listManualPayments, recordManualPayment } from '@arcadia/contract/admin/manual-payments'
import { listCallers } from '@arcadia/contract/admin/phone-bookings'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anAdmin, anAngler } from '../../testing/builders.ts'
import { phoneBookingsOf } from '../../testing/phone-bookings-of.ts'
import { untilWaiting } from '../../testing/queued-behind.ts'
import { readMails } from '../../testing/read-mail.ts'
import { rowsOf, startTestApp, type TestApp } from '../../testing/test-app.ts'

const start = new Date('2027-04-05T14:00:00Z')
let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(start)
  token = await anAdmin(app)
})

const { dates, caller, hour, enter, read, newLink, open } = phoneBookingsOf(() => ({ app, token }))

describe('a booking without an email', () => {
  test('has its own account without sign-in, is found by name and phone, and sends no email', async () => {
    const body = caller({ lastName: 'Noaddress', payment: { amount: 700, method: 'CHECK' } })
    const replies = await Promise.all([1, 2, 3].map(() => enter(body, 'pressed-thrice')))
    const [{ body: booked }] = replies as [(typeof replies)[0]]
    expect(replies.map((reply) => [reply.status, reply.body.id])).toEqual(Array(3).fill([201, booked.id]))
    expect(booked).toMatchObject({
      email: null,
      status: 'CONFIRMED',
      paidAmount: 700,
      cashAmount: 700,
      depositUntil: null,
    })
    expect(await app.call(listManualPayments, { token, params: { id: booked.id } })).toMatchObject([
      { amount: 700, method: 'CHECK' },
    ])
    const found = await app.call(listUsers, { token, query: { q: 'noaddress' } })
    expect(rowsOf(found)).toMatchObject([{ email: null, phoneNumber: '(863) 555-0177', bookingCount: 1 }])
    for (const q of ['noaddress', booked.confirmationNumber])
      expect(rowsOf(await app.call(listAdminBookings, { token, query: { q } }))).toMatchObject([{ id: booked.id }])
    const { id } = booked
    await app.call(correctBooking, { token, params: { id }, body: { riders: 1 } })
    await app.call(setBookingStatus, { token, params: { id }, query: { status: 'CANCELLED' } })
    const { db } = app.database
    expect(await db.selectFrom('outbox_mails').select('kind').where('booking_id', '=', id).execute()).toEqual([])
    expect(await read(id)).toMatchObject({ customer: { email: null }, status: 'CANCELLED' })
  })

  test('is on the day sheet, and its balance is paid with a link the owner texts', async () => {
    const { body } = await enter(caller({ payment: { amount: 700, method: 'CASH' }, email: '' }))
    const sheet = await app.call(getDaySheet, { token, params: { date: body.selectedDate } })
    expect(sheet.parties).toMatchObject([{ email: null, phone: '(863) 555-0177' }])
    const link = await newLink(body.id)
    expect((await open(link)).body).toMatchObject({ owed: 4300, deposit: null, hasEmail: false, depositUntil: null })
  })

  test('gets an email later: the account gets it too, and upcoming trips are confirmed there', async () => {
    const { body } = await enter(caller())
    const email = 'rosa.found@example.com'
    const correct = { token, params: { id: body.id }, body: { email } }
    expect(await app.call(correctEmailOfBooking, correct)).toMatchObject({ email, account: 'CORRECTED' })
    expect((await readMails(app, email)).map(({ kind }) => kind)).toEqual(['newcomer', 'booking-confirmed'])
    const { body: second } = await enter(caller({ depositUntil: hour() }))
    expect(await app.call(correctEmailOfBooking, { ...correct, params: { id: second.id } })).toMatchObject({
      email,
      account: 'MOVED',
    })
    expect((await readMails(app, email)).at(-1)?.kind).toBe('deposit-awaited')
  })

  test('for an earlier caller goes to the earlier account if the owner picks it', async () => {
    const phone = '(941) 555-0177'
    const { body: first } = await enter(caller({ phone, firstName: 'Jane', lastName: 'Doe' }))
    const known = (of: string) => app.call(listCallers, { token, query: { phone: of } })
    const [jane, ...others] = await known('+1 941.555.0177')
    expect(jane).toMatchObject({ firstName: 'Jane', lastName: 'Doe', email: null, lastTrip: first.selectedDate })
    expect([others, await known('5550177')]).toEqual([[], []])
    const { customerId } = jane!
    const again = caller({ phone, customerId, selectedDate: first.selectedDate, numberOfGuests: 1 })
    const { body: second } = await enter(again)
    // A matching number alone does not pick the account.
    const { body: third } = await enter(caller({ phone }))
    const customerOf = async ({ id }: { id: number }) =>
      (await app.call(getAdminBooking, { token, params: { id } })).customer.id
    expect([await customerOf(second), (await customerOf(third)) === customerId]).toEqual([customerId, false])

    const stranger = await anAngler(app)
    for (const wrong of [stranger.id, 999_999])
      expect(await enter(caller({ customerId: wrong }))).toMatchObject({
        status: 404,
        body: { error: 'user-not-found' },
      })
    expect(await enter(caller({ customerId, email: 'jane@example.com' }))).toMatchObject({
      status: 400,
      body: { details: [{ path: 'email' }] },
    })
  })

  test('is blanked with its account 24 months after the trip', async () => {
    const { body } = await enter(caller({ lastName: 'Forgotten' }))
    const { customer } = await app.call(getAdminBooking, { token, params: { id: body.id } })
    await app.database.pool.query(`set session_replication_role = replica;
      update bookings set trip_date = '2024-06-03', status = 'COMPLETED' where id = ${body.id};
      set session_replication_role = origin`)
    // A caller who books again at that moment keeps the account.
    const again = caller({ lastName: 'Forgotten', customerId: customer.id })
    const blocker = await app.database.pool.connect()
    await blocker.query('begin')
    await blocker.query('select lock_days($1::date[])', [[again.selectedDate]])
    const entering = enter(again)
    await untilWaiting(app, 1)
    const blanking = app.app.runJobs()
    await untilWaiting(app, 2)
    await blocker.query('rollback')
    blocker.release()
    const { body: later } = await entering
    await blanking
    expect([(await read(body.id)).firstName, (await read(later.id)).lastName]).toEqual(['Removed', 'Forgotten'])
    expect((await app.call(getAdminBooking, { token, params: { id: later.id } })).customer.isActive).toBe(true)
    app.clock.advance({ days: 900 })
    token = await anAdmin(app)
    await app.app.runJobs()
    expect(await read(body.id)).toMatchObject({ firstName: 'Removed', lastName: '', phone: '', email: null })
    const { db } = app.database
    const account = await db.selectFrom('users').selectAll().where('last_name', '=', 'Forgotten').execute()
    expect(account).toEqual([])
  })

  test('a payment above the price, another payment under the key, and payment plus deposit deadline are refused', async () => {
    const payment = { amount: 5000.01, method: 'CASH' as const }
    expect(await enter(caller({ payment }))).toMatchObject({ status: 409, body: { error: 'more-than-owed' } })
    expect(await enter(caller({ payment: { ...payment, amount: 700 }, depositUntil: hour() }))).toMatchObject({
      status: 400,
      body: { details: [{ path: 'depositUntil' }] },
    })
    const body = caller({ payment: { amount: 700, method: 'CASH' } })
    expect((await enter(body, 'one-key')).status).toBe(201)
    const other = { ...body, payment: { amount: 600, method: 'CASH' as const } }
    expect(await enter(other, 'one-key')).toMatchObject({ status: 409, body: { error: 'key-reused' } })
    const { body: before } = await enter(caller())
    const headers = { 'idempotency-key': 'cash-key' }
    const cash = { token, params: { id: before.id }, body: { amount: 1, method: 'CASH' as const }, headers }
    await app.call(recordManualPayment, cash)
    expect(await enter({ ...body, selectedDate: dates.shift()! }, 'cash-key')).toMatchObject({
      status: 409,
      body: { error: 'key-reused' },
    })
  })
})
