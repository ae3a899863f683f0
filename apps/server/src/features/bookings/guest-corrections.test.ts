import { confirmEmail, forgotPassword, getMe, login, resetPassword } from '@arcadia/contract/accounts'
import { patchBookingStatus } from '@arcadia/contract/admin/bookings'
import { enterPhoneBooking } from '@arcadia/contract/admin/phone-bookings'
import { correctBookingEmail, correctGuest } from '@arcadia/contract/booking-data'
import { cancelBooking, getBooking, listBookingEvents } from '@arcadia/contract/bookings'
import { registerNewcomer } from '@arcadia/contract/newcomers'
import { payForBooking } from '@arcadia/contract/payments'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction, lockDays } from '../../database/transaction.ts'
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
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let date: string
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => {
  date = dates.shift()!
})

type Guest = Pick<Angler, 'token'> & { bookingId: number }
const booking = ({ token, bookingId: id }: Guest) => app.call(getBooking, { token, params: { id } })
const history = async ({ token, bookingId: id }: Guest) =>
  (await app.call(listBookingEvents, { token, params: { id } })).map(({ description }) => description)
const correct = ({ token, bookingId: id }: Guest, body: { firstName: string; lastName: string; phone: string }) =>
  app.answer(correctGuest, { token, params: { id }, body })
const correctEmail = ({ token, bookingId: id }: Guest, email: string) =>
  app.answer(correctBookingEmail, { token, params: { id }, body: { email } })

/** Books with the account's address. */
async function ownBooking(angler: Angler, on = date): Promise<Guest> {
  const holdId = await aHold(app, angler.token, { date: on, guests: 1 })
  const body = aPayment(holdId, await app.simulator.cardToken(), { date: on, guests: 1 })
  body.bookingData.email = angler.email
  const { booking } = await app.call(payForBooking, { token: angler.token, body, ip: networkAddress() })
  return { token: angler.token, bookingId: booking.id }
}
const fresh = (() => {
  let made = 0
  return () => `right${++made}@example.com`
})()
/** Books with a mistyped address; returns the password link that went there. */
async function aNewcomersBooking() {
  const mistyped = fresh()
  const body = { firstName: 'Grace', lastName: 'Hopper', phoneNumber: '863 555 0123', email: mistyped }
  const { user, token } = await app.call(registerNewcomer, { body, ip: networkAddress() })
  const guest = await ownBooking({ ...user, token }, dates.shift()!)
  return { guest, mistyped, link: tokenIn((await readMails(app, mistyped, 'newcomer'))[0]), userId: user.id }
}
const setPassword = (token: string) =>
  app.answer(resetPassword, { body: { token, password: 'another good password' }, ip: networkAddress() })
const confirmations = async (email: string) => (await readMails(app, email, 'booking-confirmed')).length

test('customers correct their name and phone, and the history shows it without a name', async () => {
  const guest = await aBooking(app, { date })
  const right = { firstName: 'Adah', lastName: 'Lovelace', phone: '863 555 0199' }
  expect(await correct(guest, right)).toMatchObject({ status: 200, body: right })
  expect(await correct(guest, right)).toMatchObject({ status: 200, body: right })
  await correct(guest, { ...right, phone: '863 555 0100' })
  expect((await history(guest)).filter((line) => line.startsWith('Updated'))).toEqual([
    'Updated: the name, the phone number.',
    'Updated: the phone number.',
  ])
  expect(await correct(guest, { firstName: ' ', lastName: 'a\nb', phone: '12' })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'firstName' }, { path: 'lastName' }, { path: 'phone' }] },
  })
})

test('past, cancelled and other customers’ trips cannot be corrected', async () => {
  const [guest, cancelled] = [await aBooking(app, { date }), await aBooking(app, { date })]
  const right = { firstName: 'Adah', lastName: 'Lovelace', phone: '863 555 0199' }
  await app.call(cancelBooking, { token: cancelled.token, params: { id: cancelled.bookingId } })
  const stranger = { ...guest, token: (await anAngler(app)).token }
  for (const [whose, refused] of [
    [cancelled, { status: 409, body: { error: 'trip-is-over' } }],
    [stranger, { status: 404, body: { error: 'booking-not-found' } }],
  ] as const) {
    expect(await correct(whose, right)).toMatchObject(refused)
    expect(await correctEmail(whose, fresh())).toMatchObject(refused)
  }
  const params = { id: guest.bookingId }
  await app.call(patchBookingStatus, { token: await anAdmin(app), params, body: { status: 'COMPLETED' } })
  expect(await correct(guest, right)).toMatchObject({ status: 409, body: { error: 'trip-is-over' } })
  expect(await correctEmail(guest, fresh())).toMatchObject({ status: 409, body: { error: 'trip-is-over' } })
  expect(await booking(guest)).toMatchObject({ firstName: 'Ada', email: 'ada@example.com' })
})

test("a booking's own address is corrected: one confirmation goes to it, and the account keeps its address", async () => {
  const guest = await aBooking(app, { date })
  const email = fresh()
  for (let presses = 0; presses < 2; presses++)
    expect(await correctEmail(guest, email)).toMatchObject({ status: 200, body: { email } })
  expect(await confirmations(email)).toBe(1)
  expect(await history(guest)).toContain('Updated: the email address.')
  expect((await app.call(getMe, { token: guest.token })).email).toBe(guest.email)
  expect(await correctEmail(guest, 'not an address')).toMatchObject({
    status: 400,
    body: { details: [{ path: 'email', message: 'Please enter a valid email address' }] },
  })
})

test("a mistyped address of the account is corrected with its bookings, and the old one's links stop working", async () => {
  const angler = await anAngler(app)
  const [first, second] = [await ownBooking(angler), await ownBooking(angler, dates.shift()!)]
  const link = tokenIn((await readMails(app, angler.email, 'confirm-email'))[0])
  await app.answer(forgotPassword, { body: { email: angler.email }, ip: networkAddress() })
  const email = fresh()
  expect(await correctEmail(first, email)).toMatchObject({ status: 200, body: { email } })
  expect(await app.call(getMe, { token: angler.token })).toMatchObject({ email, emailConfirmed: false })
  expect([(await booking(second)).email, await confirmations(email)]).toEqual([email, 2])

  expect(await app.answer(confirmEmail, { body: { token: link, isMine: true, password: PASSWORD } })).toMatchObject({
    body: { error: 'link-invalid' },
  })
  await app.app.runJobs()
  expect(await readMails(app, angler.email, 'reset-password')).toEqual([])
  const credentials = { usernameOrEmail: email, password: PASSWORD }
  expect((await app.answer(login, { body: credentials, ip: networkAddress() })).status).toBe(200)
  expect((await readMails(app, email, 'confirm-email'))[0]?.text).toContain(
    'You gave us this address in place of the one you booked with.',
  )
  await confirmAddress(app, email)
  expect((await app.call(getMe, { token: angler.token })).emailConfirmed).toBe(true)
})

test('a customer without a password gets the link to set one at the right address', async () => {
  const { guest, link } = await aNewcomersBooking()
  const email = fresh()
  expect(await correctEmail(guest, email)).toMatchObject({ status: 200, body: { email } })
  expect(await setPassword(link)).toMatchObject({ status: 400, body: { error: 'link-invalid' } })
  expect((await setPassword(tokenIn((await readMails(app, email, 'newcomer'))[0]))).status).toBe(200)

  // An old link stays dead even if its address returns.
  const again = await aNewcomersBooking()
  for (const to of [fresh(), again.mistyped]) expect((await correctEmail(again.guest, to)).status).toBe(200)
  expect(await setPassword(again.link)).toMatchObject({ status: 400, body: { error: 'link-invalid' } })
})

test('setting a password from a mistyped address during its correction is refused', async () => {
  const { guest, link, userId } = await aNewcomersBooking()
  const email = fresh()
  const [corrected, taken] = await queuedBehind(
    app,
    userId,
    () => correctEmail(guest, email),
    () => setPassword(link),
  )
  expect(corrected).toMatchObject({ status: 200, body: { email } })
  expect(taken).toMatchObject({ status: 400, body: { error: 'link-invalid' } })
  expect(await app.call(getMe, guest)).toMatchObject({ email, emailConfirmed: false, hasPassword: false })
})

test('an account’s address stays if it is confirmed, and for any later session', async () => {
  const angler = await anAngler(app)
  const guest = await ownBooking(angler)
  const refused = { status: 409, body: { error: 'email-not-correctable' } }
  const begun = app.clock.now()
  app.clock.advance({ minutes: 16 })
  const credentials = { usernameOrEmail: angler.username, password: PASSWORD }
  const { token } = await app.call(login, { body: credentials, ip: networkAddress() })
  expect(await correctEmail({ ...guest, token }, fresh())).toMatchObject(refused)
  app.clock.set(begun)
  await confirmAddress(app, angler.email)
  expect(await correctEmail(guest, fresh())).toMatchObject(refused)
  expect((await app.call(getMe, { token: angler.token })).email).toBe(angler.email)
  expect((await booking(guest)).email).toBe(angler.email)
})

test('another account’s address is refused, and so is an account the owner handed to its address', async () => {
  const [angler, other] = [await anAngler(app), await anAngler(app)]
  const guest = await ownBooking(angler)
  expect(await correctEmail(guest, other.email.toUpperCase())).toMatchObject({
    status: 409,
    body: { error: 'email-taken', details: [{ path: 'email' }] },
  })
  const names = { firstName: 'Grace', lastName: 'Hopper', phone: '863 555 0123' }
  const details = { numberOfGuests: 1, packageType: 'STANDARD' as const, ...names }
  const body = { ...details, selectedDate: dates.shift()!, email: angler.email }
  await app.call(enterPhoneBooking, { token: await anAdmin(app), body })
  expect((await correctEmail(guest, fresh())).status).toBe(401)
})

test('two corrections at once leave one address everywhere, and the sixth in an hour is refused', async () => {
  const angler = await anAngler(app)
  const guest = await ownBooking(angler)
  const [one, other] = [fresh(), fresh()]
  const answers = await Promise.all([correctEmail(guest, one), correctEmail(guest, other)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const { email } = await app.call(getMe, { token: angler.token })
  expect([one, other]).toContain(email)
  expect((await booking(guest)).email).toBe(email)
  for (let presses = 0; presses < 3; presses++) expect((await correctEmail(guest, fresh())).status).toBe(200)
  expect(await correctEmail(guest, fresh())).toMatchObject({ status: 429, body: { error: 'too-many-requests' } })
})

/** Starts and ends a balance payment. */
const anOpenPayment = (bookingId: number, key: string) => sql`
  insert into payment_attempts (kind, user_id, booking_id, request_id, environment, realm_id, amount_cents, booking_data,
    started_at, leased_until, next_try_at, idempotency_key)
  select 'BALANCE', user_id, booking_id, gen_random_uuid(), environment, realm_id, 100, booking_data,
    '2040-01-01', '2040-01-01', '2040-01-01', ${key} from payment_attempts where booking_id = ${bookingId}`
const itsEnd = (key: string) =>
  sql`update payment_attempts set outcome = 'NOT_CHARGED', outcome_at = started_at where idempotency_key = ${key}`

test('the address cannot change while a card is charged, because the outcome is emailed to it', async () => {
  const angler = await anAngler(app)
  const guest = await ownBooking(angler)
  const change = (statement: RawBuilder<unknown>) =>
    inTransaction(app.database.db, app.clock, (tx) => statement.execute(tx))
  await change(anOpenPayment(guest.bookingId, 'open'))
  expect(await correctEmail(guest, fresh())).toMatchObject({ status: 409, body: { error: 'payment-in-progress' } })
  await change(itsEnd('open'))
  expect((await correctEmail(guest, fresh())).status).toBe(200)
})

test('a correction locks days before bookings, and then sees a payment that just started', async () => {
  const angler = await anAngler(app)
  const guest = await ownBooking(angler)
  const other = await ownBooking(angler, dates.shift()!)
  const { selectedDate } = await booking(other)
  const correction = await inTransaction(app.database.db, app.clock, async (tx) => {
    await lockDays(tx, app.clock, [selectedDate])
    const sent = correctEmail(guest, fresh())
    await untilWaiting(app, 1)
    for (const { bookingId } of [guest, other])
      await sql`select from bookings where id = ${bookingId} for update nowait`.execute(tx)
    await anOpenPayment(other.bookingId, 'meanwhile').execute(tx)
    return { sent }
  })
  expect(await correction.sent).toMatchObject({ status: 409, body: { error: 'payment-in-progress' } })
})
