import { getMe, login, register, resetPassword } from '@arcadia/contract/accounts'
import { listAuditEntries } from '@arcadia/contract/admin/audit-log'
import { correctEmailOfBooking, getAdminBooking } from '@arcadia/contract/admin/bookings'
import { enterPhoneBooking } from '@arcadia/contract/admin/phone-bookings'
import { createBookingQuery, listMyQueries, setBookingQueryStatus } from '@arcadia/contract/booking-queries'
import { getBooking, listBookingEvents } from '@arcadia/contract/bookings'
import { getGuestNotes, saveGuestNotes } from '@arcadia/contract/guest-notes'
import { getCurrentHold } from '@arcadia/contract/holds'
import { registerNewcomer } from '@arcadia/contract/newcomers'
import { payForBooking } from '@arcadia/contract/payments'
import { listMyBookings } from '@arcadia/contract/trips'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maskedAddress } from '../../mail/letter.ts'
import { aBooking } from '../../testing/a-booking.ts'
import {
  type Angler,
  aHold,
  anAdmin,
  anAngler,
  aPayment,
  networkAddress,
  openDates,
  PASSWORD,
} from '../../testing/builders.ts'
import { queuedBehind, untilWaiting } from '../../testing/queued-behind.ts'
import { confirmAddress, readMails, tokenIn } from '../../testing/read-mail.ts'
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let owner: string
beforeAll(async () => {
  app = await startTestApp({ settings: { ADMIN_EMAIL: 'owner@example.com', BUSINESS_EMAIL: 'hello@arcadia.test' } })
  owner = await anAdmin(app)
})
afterAll(() => app.close())

const dates = openDates()
const fresh = (() => {
  let made = 0
  return () => `right${++made}@example.com`
})()
const correct = (id: number, email: string) =>
  app.answer(correctEmailOfBooking, { token: owner, params: { id }, body: { email } })
const confirmations = async (email: string) => (await readMails(app, email, 'booking-confirmed')).length
const log = async (subjectKind: string, id: number) =>
  (await app.call(listAuditEntries, { token: owner, query: { subjectKind, subjectId: String(id) } })).content

/** Books with the account's address. */
async function ownBooking(angler: Pick<Angler, 'token' | 'email'>): Promise<number> {
  const date = dates.shift()!
  const holdId = await aHold(app, angler.token, { date, guests: 1 })
  const body = aPayment(holdId, await app.simulator.cardToken(), { date, guests: 1 })
  body.bookingData.email = angler.email
  return (await app.call(payForBooking, { token: angler.token, body, ip: networkAddress() })).booking.id
}

test('an unconfirmed address is corrected with its account and bookings; they are confirmed again, and the old address gets nothing', async () => {
  const angler = await anAngler(app)
  const [first, second] = [await ownBooking(angler), await ownBooking(angler)]
  const heard = (await readMails(app, angler.email)).length
  const email = fresh()
  const statuses = async () =>
    (
      await app.database.pool.query(
        'select distinct status from outbox_mails where to_email = $1 and booking_id is not null',
        [angler.email],
      )
    ).rows
  expect(await statuses(), 'no mail server has taken any').toEqual([{ status: 'WAITING' }])
  for (let presses = 0; presses < 2; presses++)
    expect(await correct(first, email)).toMatchObject({
      status: 200,
      body: { email, account: presses === 0 ? 'CORRECTED' : 'KEPT' },
    })
  expect(await app.call(getMe, angler)).toMatchObject({ email, emailConfirmed: false })
  expect((await app.call(getBooking, { token: owner, params: { id: second } })).email).toBe(email)
  expect([await confirmations(email), (await readMails(app, angler.email)).length]).toEqual([2, heard])
  expect(await statuses()).toEqual([{ status: 'NOT_NEEDED' }])
  const events = await app.call(listBookingEvents, { token: owner, params: { id: first } })
  expect(events.at(-1)!.description).toBe('Updated: the email address.')
  const change = { before: JSON.stringify({ email: angler.email }), after: JSON.stringify({ email }) }
  expect(await log('booking', second)).toMatchObject([{ action: 'booking.email-corrected', ...change }])
  expect(await log('user', angler.id)).toMatchObject([{ action: 'user.email-changed', ...change }])
  const credentials = { usernameOrEmail: email, password: PASSWORD }
  expect((await app.answer(login, { body: credentials, ip: networkAddress() })).status).toBe(200)
})

test('if the new address has an account, the booking moves to it', async () => {
  const mistyped = fresh()
  const right = await anAngler(app)
  await confirmAddress(app, right.email)
  const body = { firstName: 'Grace', lastName: 'Hopper', phoneNumber: '863 555 0123', email: mistyped }
  const { token } = await app.call(registerNewcomer, { body, ip: networkAddress() })
  const replaced = await aHold(app, token, { date: dates.shift()!, guests: 1 })
  const id = await ownBooking({ token, email: mistyped })
  const shown = [{}, { holdId: replaced }].map((query) => ({ token, query }))
  for (const page of shown) expect(JSON.stringify(await app.call(getCurrentHold, page))).toContain(mistyped)
  expect(await correct(id, right.email)).toMatchObject({
    status: 200,
    body: { email: right.email, account: 'MOVED', paidAmount: 350 },
  })
  expect((await app.call(listMyBookings, right)).map((booking) => booking.id)).toEqual([id])
  expect(await app.call(listMyBookings, { token })).toEqual([])
  for (const page of shown) expect(JSON.stringify(await app.call(getCurrentHold, page))).not.toContain(right.email)
  expect(await confirmations(right.email)).toBe(1)
  expect((await app.call(getAdminBooking, { token: owner, params: { id } })).customer.id).toBe(right.id)
})

test('a caller whose address has an account leaves no name or phone in the old account', async () => {
  const right = await anAngler(app)
  await confirmAddress(app, right.email)
  const { id } = await app.call(enterPhoneBooking, {
    token: owner,
    body: {
      selectedDate: dates.shift()!,
      numberOfGuests: 1,
      packageType: 'STANDARD',
      firstName: 'Grace',
      lastName: 'Hopper',
      phone: '863 555 0123',
      email: null,
    },
  })
  const { customer } = await app.call(getAdminBooking, { token: owner, params: { id } })
  expect((await correct(id, right.email)).body.account).toBe('MOVED')
  expect((await app.call(listMyBookings, right)).map((booking) => booking.id)).toEqual([id])
  const { rows } = await app.database.pool.query(
    'select first_name, phone_number, closed_at is not null as closed from users where id = $1',
    [customer.id],
  )
  expect(rows).toEqual([{ first_name: null, phone_number: null, closed: true }])
})

test('a stranger who confirmed a mistyped address loses the booking and keeps their own data', async () => {
  const mistyped = fresh()
  const body = { firstName: 'Grace', lastName: 'Hopper', phoneNumber: '863 555 0123', email: mistyped }
  const newcomer = await app.call(registerNewcomer, { body, ip: networkAddress() })
  const id = await ownBooking({ token: newcomer.token, email: mistyped })
  const question = { bookingId: id, queryMessage: 'May my mother come along?' }
  const { id: asked } = await app.call(createBookingQuery, { token: newcomer.token, body: question })
  app.clock.advance({ minutes: 1 })
  const link = tokenIn((await readMails(app, mistyped, 'newcomer'))[0])
  await app.call(resetPassword, { body: { token: link, password: PASSWORD }, ip: networkAddress() })
  const credentials = { usernameOrEmail: mistyped, password: PASSWORD }
  const { token: stranger } = await app.call(login, { body: credentials, ip: networkAddress() })
  const own = await ownBooking({ token: stranger, email: mistyped })
  const right = fresh()
  expect((await correct(id, right)).body).toMatchObject({ email: right, account: 'MOVED' })
  expect((await app.call(listMyBookings, { token: stranger })).map((booking) => booking.id)).toEqual([own])
  expect((await app.answer(getBooking, { token: stranger, params: { id } })).status).toBe(404)
  const answer = { status: 'RESPONDED' as const, adminResponse: 'She may.' }
  await app.call(setBookingQueryStatus, { token: owner, params: { id: asked }, body: answer })
  expect(await app.call(listMyQueries, { token: stranger })).toEqual([])
  expect(await readMails(app, mistyped, 'reply')).toEqual([])
  const kinds = ['account-made', 'booking-confirmed', 'reply']
  expect((await readMails(app, right)).map(({ kind }) => kind).sort()).toEqual(kinds)

  // The owner may have mistyped it, into another customer's address.
  const other = await anAngler(app)
  await confirmAddress(app, other.email)
  const entered = await app.call(enterPhoneBooking, {
    token: owner,
    body: {
      selectedDate: dates.shift()!,
      numberOfGuests: 1,
      packageType: 'STANDARD',
      firstName: 'Grace',
      lastName: 'Hopper',
      phone: '863 555 0123',
      email: other.email,
    },
  })
  expect((await correct(entered.id, fresh())).body.account).toBe('MOVED')
  expect(await app.call(listMyBookings, other)).toEqual([])
})

test('a confirmed guest of a phone booking is told of the correction, and their notes are not for the other account', async () => {
  const guest = await anAngler(app)
  const other = await anAngler(app)
  for (const { email } of [guest, other]) await confirmAddress(app, email)
  const phoneBooking = {
    selectedDate: dates.shift()!,
    numberOfGuests: 1,
    packageType: 'STANDARD' as const,
    firstName: 'Grace',
    lastName: 'Hopper',
    phone: '863 555 0123',
    email: guest.email,
  }
  const { id, confirmationNumber } = await app.call(enterPhoneBooking, { token: owner, body: phoneBooking })
  const notes = { experience: null, seats: null, health: 'A bad knee', allergies: null, birthdays: null }
  const params = { id }
  await app.call(saveGuestNotes, { token: guest.token, params, body: notes })

  expect((await correct(id, other.email)).body.account).toBe('MOVED')
  expect(await app.call(getGuestNotes, { token: other.token, params })).toEqual({})
  const [told, ...more] = await readMails(app, guest.email, 'booking-email-changed')
  expect(more).toEqual([])
  expect(told!.text).toContain(`Our office replaced this address on booking ${confirmationNumber}`)
  expect(told!.text).toContain('we deleted them')
  expect(told!.text).toMatch(/Tell us this is wrong: mailto:\S+%20booking%20/)
  expect(told!.text).toContain('(863) 555-0142')
  expect(told!.text).not.toContain(other.email)
  expect(told!.text).toContain(`Emails about it now go to ${maskedAddress(other.email)}.`)

  // Moved back, the other confirmed address is told too.
  expect((await correct(id, guest.email)).body.account).toBe('MOVED')
  expect(await readMails(app, other.email, 'booking-email-changed')).toHaveLength(1)
})

test('a confirmed address, or one that is only the booking’s, leaves the account unchanged', async () => {
  const angler = await anAngler(app)
  await confirmAddress(app, angler.email)
  const id = await ownBooking(angler)
  const other = await anAngler(app)
  for (const email of [fresh(), other.email])
    expect(await correct(id, email)).toMatchObject({ status: 200, body: { email, account: 'KEPT' } })
  expect((await app.call(getMe, angler)).email).toBe(angler.email)
  expect((await app.call(listMyBookings, angler)).map((booking) => booking.id)).toEqual([id])
  expect(await app.call(listMyBookings, other)).toEqual([])
  const [told, ...more] = await readMails(app, angler.email, 'booking-email-changed')
  expect(more).toEqual([])
  expect(told!.text).not.toContain('no longer in the account')
})

test('an admin’s address and an invalid one are refused; of two concurrent corrections one fails', async () => {
  const names = { firstName: 'Grace', lastName: 'Hopper', phone: '863 555 0123' }
  const details = { numberOfGuests: 1, packageType: 'STANDARD' as const, ...names }
  const { id } = await app.call(enterPhoneBooking, {
    token: owner,
    body: { ...details, selectedDate: dates.shift()!, email: fresh() },
  })
  expect(await correct(id, 'Owner@Example.com')).toMatchObject({ status: 409, body: { error: 'admin-email' } })
  expect(await correct(id, 'not an address')).toMatchObject({ status: 400, body: { details: [{ path: 'email' }] } })
  expect((await correct(999_999, fresh())).status).toBe(404)
  const stranger = await aBooking(app, { date: dates.shift()! })
  expect(
    (await app.answer(correctEmailOfBooking, { ...stranger, params: { id }, body: { email: fresh() } })).status,
  ).toBe(403)

  const { customer } = await app.call(getAdminBooking, { token: owner, params: { id } })
  const right = fresh()
  const [won, lost] = await queuedBehind(
    app,
    customer.id,
    () => correct(id, right),
    () => correct(id, fresh()),
  )
  expect(won).toMatchObject({ status: 200, body: { email: right, account: 'CORRECTED' } })
  expect(lost).toMatchObject({ status: 409, body: { error: 'booking-changed' } })
  expect(await app.call(getAdminBooking, { token: owner, params: { id } })).toMatchObject({
    email: right,
    customer: { email: right },
  })
})

test('an account that is created meanwhile with the old address is not waited for once the days are locked', async () => {
  const date = dates.shift()!
  const booking = await aBooking(app, { date })
  const { email: old } = await app.call(getAdminBooking, { token: owner, params: { id: booking.bookingId } })
  const { pool } = app.database
  const [ofDay, ofAccount] = [await pool.connect(), await pool.connect()]
  for (const client of [ofDay, ofAccount]) await client.query('begin')
  await ofDay.query('select lock_days(array[$1::date])', [date])
  const corrected = correct(booking.bookingId, fresh())
  await untilWaiting(app, 1)
  const meanwhile = { username: 'meanwhile', email: old!, password: PASSWORD, phoneNumber: '555-0142' }
  await app.call(register, { body: meanwhile, ip: networkAddress() })
  await ofAccount.query('select from users where email = $1 for update', [old])
  const { rows } = await ofAccount.query('select pg_backend_pid() as pid')
  await ofDay.query('rollback')
  const waits = eventually(async () => {
    const waiting = 'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))'
    return (await pool.query(waiting, [rows[0].pid])).rowCount === 1
  })
  const first = await Promise.race([corrected.then(({ status }) => status), waits.then(() => 'waits')])
  await ofAccount.query('rollback')
  for (const client of [ofDay, ofAccount]) client.release()
  await corrected
  expect(first).toBe(200)
})
