import { getMe, login, resetPassword } from '@arcadia/contract/accounts'
import { listUsers, setUserStatus } from '@arcadia/contract/admin/accounts'
import { listAuditEntries } from '@arcadia/contract/admin/audit-log'
import { listAdminBookings } from '@arcadia/contract/admin/bookings'
import { getDaySheet } from '@arcadia/contract/admin/dashboard'
import { bookWalkUp, enterPhoneBooking } from '@arcadia/contract/admin/phone-bookings'
import { getAvailability } from '@arcadia/contract/availability'
import { makePayLink, openBalanceLink } from '@arcadia/contract/balance-links'
import { getBooking, listBookingEvents } from '@arcadia/contract/bookings'
import { createHold, getCurrentHold } from '@arcadia/contract/holds'
import { payBalance } from '@arcadia/contract/payments'
import type { WireInput } from '@arcadia/contract/testing/wire-client'
import { addDays, formatDate } from '@arcadia/contract/trip-date'
import { listMyBookings } from '@arcadia/contract/trips'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aColleague, aHold, anAdmin, anAngler, networkAddress, openDates, PASSWORD } from '../../testing/builders.ts'
import { confirmAddress, readMails, tokenIn } from '../../testing/read-mail.ts'
import { rowsOf, startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp({ settings: { ADMIN_EMAIL: 'owner@example.com' } })
  token = await anAdmin(app)
})
afterAll(() => app.close())

const dates = openDates()
const nextDate = () => dates.shift()!
let made = 0
type PhoneBooking = WireInput<typeof enterPhoneBooking>['body'] & { email: string }
const input = (over: Partial<PhoneBooking> = {}): PhoneBooking => ({
  selectedDate: nextDate(),
  numberOfGuests: 2,
  packageType: 'TROPHY',
  firstName: 'Rosa',
  lastName: 'Diaz',
  email: `caller${++made}@example.com`,
  phone: '(863) 555-0100',
  ...over,
})
const enter = (body: PhoneBooking, key?: string) =>
  app.answer(enterPhoneBooking, { token, body, headers: key ? { 'idempotency-key': key } : {} })
const spots = async (date: string) => (await app.call(getAvailability, { params: { date } })).availableSpots

test('a new customer is booked right away, gets an account by email, and pays the deposit like any balance', async () => {
  const body = input()
  const entered = await enter(body)
  expect(entered).toMatchObject({
    status: 201,
    body: { ...body, status: 'CONFIRMED', totalAmount: 5000, depositAmount: 700, paidAmount: 0, pendingAmount: 5000 },
  })
  expect(await spots(body.selectedDate)).toBe(2)

  const [welcome, confirmation] = await readMails(app, body.email)
  expect(confirmation?.subject).toMatch(/^Booked: /)
  expect(confirmation?.text).toContain('Deposit: $700.00, not paid yet')
  expect(confirmation?.attachments).toMatchObject([{ filename: 'trip.ics' }])

  const password = 'a password of her own'
  expect((await app.answer(resetPassword, { body: { token: tokenIn(welcome), password } })).status).toBe(200)
  const session = await app.call(login, { body: { usernameOrEmail: body.email, password } })
  expect(session.user).toMatchObject({ firstName: 'Rosa', emailConfirmed: true, role: 'USER' })
  const own = { token: session.token }
  expect(await app.call(listMyBookings, own)).toMatchObject([{ id: entered.body.id }])
  // It does not show in the customer's booking dialog.
  expect(await app.call(getCurrentHold, own)).toEqual({
    hold: null,
    attempt: null,
    booking: null,
  })

  const payment = {
    bookingId: entered.body.id,
    amount: 700,
    currency: 'USD' as const,
    paymentToken: await app.simulator.cardToken(),
  }
  expect(await app.answer(payBalance, { ...own, body: payment })).toMatchObject({
    status: 201,
    body: { status: 'CAPTURED' },
  })
  expect(await app.call(getBooking, { params: { id: entered.body.id }, ...own })).toMatchObject({
    paidAmount: 700,
    pendingAmount: 4300,
  })
  const history = await app.answer(listBookingEvents, { params: { id: entered.body.id }, ...own })
  expect(history.body.map(({ description }) => description)).toEqual([
    `Booked by phone: 2 anglers on ${formatDate(body.selectedDate)}, Trophy package.`,
    'Deposit: $700.00 paid by card, Visa ending in 1111.',
  ])
})

test('an unconfirmed account goes to the person who reads its email, not to the one who registered it', async () => {
  const stranger = await anAngler(app)
  const body = input({ email: stranger.email })
  const entered = await enter(body, 'a-call')
  expect(entered.status).toBe(201)
  expect((await app.answer(listMyBookings, { token: stranger.token })).status).toBe(401)
  const signIn = (usernameOrEmail: string, password: string) =>
    app.answer(login, { body: { usernameOrEmail, password }, ip: networkAddress() })
  expect((await signIn(stranger.username, PASSWORD)).status).toBe(401)

  // A second booking does not reset the account again.
  expect((await enter(body, 'a-call')).body.id).toBe(entered.body.id)
  const mails = await readMails(app, stranger.email)
  expect(mails.map(({ kind }) => kind)).toEqual(['confirm-email', 'account-made', 'booking-confirmed'])
  const password = 'a password of her own'
  await app.call(resetPassword, { body: { token: tokenIn(mails[1]), password } })
  expect(mails[1]!.text).not.toContain(`account, ${stranger.username},`)
  expect((await signIn(stranger.username, password)).status, 'a name that the stranger chose').toBe(401)
  const owner = await signIn(stranger.email, password)
  expect(owner.body.user).toMatchObject({ firstName: 'Rosa', emailConfirmed: true })
  const own = await app.answer(listMyBookings, { token: owner.body.token })
  expect(own.body).toMatchObject([{ id: entered.body.id }])
})

test('a known customer keeps the account unchanged, whatever the case of the address, and gets only the confirmation', async () => {
  const angler = await anAngler(app)
  await confirmAddress(app, angler.email)
  const entered = await enter(input({ email: angler.email.toUpperCase() }))
  expect(entered).toMatchObject({ status: 201, body: { email: angler.email, firstName: 'Rosa' } })
  const mails = await readMails(app, angler.email)
  expect(mails.map(({ kind }) => kind)).toEqual(['confirm-email', 'booking-confirmed'])
  expect(mails[1]!.text, 'nothing is paid, and nothing by gift').not.toContain('gift')
  const me = await app.answer(getMe, { token: angler.token })
  expect(me.body).toMatchObject({ firstName: 'Ada', username: angler.username })
})

test('similar addresses get different usernames', async () => {
  const first = await enter(input({ email: 'jo@one.example.com' }))
  const second = await enter(input({ email: 'jo@two.example.com' }))
  expect([first.status, second.status]).toEqual([201, 201])
  const users = rowsOf(await app.call(listUsers, { token, query: { q: 'jo@' } }))
  expect(users.map(({ username }) => username).sort()).toEqual([
    'angler.jo',
    expect.stringMatching(/^angler\.jo\.\d{5}$/),
  ])
})

test('a single name books: blank, a dash or the same name again', async () => {
  for (const lastName of ['', '-', 'rosa']) {
    expect(await enter(input({ lastName }))).toMatchObject({ status: 201, body: { firstName: 'Rosa', lastName } })
  }
})

test('callers are found by phone number, however it was written', async () => {
  const { body } = await enter(input({ phone: '(941) 555-7788' }))
  const foundBy = async (q: string) =>
    rowsOf(await app.call(listAdminBookings, { token, query: { q } })).map(({ id }) => id)
  for (const q of ['9415557788', '+1 941 555 7788', '941-555', '57788']) expect(await foundBy(q)).toEqual([body.id])
  for (const q of ['(788)', '9415557789', '(941) 555-7788 x']) expect(await foundBy(q)).toEqual([])
})

test('the site’s rules apply (capacity, closed days, season), with a reason', async () => {
  const date = nextDate()
  await enter(input({ selectedDate: date, numberOfGuests: 3 }))
  expect(await enter(input({ selectedDate: date }))).toMatchObject({
    status: 409,
    body: { error: 'not-enough-spots', message: expect.stringMatching(/^Only 1 spot is left on/) },
  })
  expect(await enter(input({ selectedDate: '2027-06-06' }))).toMatchObject({
    status: 409,
    body: { error: 'date-not-bookable', message: "We don't fish on Sundays and Wednesdays." },
  })
  expect((await enter(input({ selectedDate: '2027-12-01' }))).body.message).toMatch(/outside the season/)
  // A refused booking creates no account and sends no email.
  expect(await readMails(app, `caller${made}@example.com`)).toEqual([])
})

test('the caller’s own hold becomes the booking, and other people’s holds stay', async () => {
  const date = nextDate()
  const angler = await anAngler(app)
  await aHold(app, angler.token, { date, guests: 4 })
  expect(await enter(input({ selectedDate: date }))).toMatchObject({ status: 409, body: { error: 'spots-held' } })
  expect((await enter(input({ selectedDate: date, email: angler.email, numberOfGuests: 4 }))).status).toBe(201)
  expect(await spots(date)).toBe(0)
})

test('admins and deactivated customers are refused with advice', async () => {
  expect(await enter(input({ email: 'Owner@Example.com' }))).toMatchObject({
    status: 409,
    body: { error: 'admin-email', details: [{ path: 'email', message: expect.stringContaining('admin') }] },
  })
  const angler = await anAngler(app)
  await app.call(setUserStatus, { token, params: { id: angler.id }, query: { isActive: false } })
  expect(await enter(input({ email: angler.email }))).toMatchObject({
    status: 409,
    body: { error: 'customer-deactivated', message: expect.stringContaining('Users tab') },
  })
})

test('a retry makes one booking; the key with other details is refused', async () => {
  const body = input()
  const replies = await Promise.all([1, 2, 3, 4].map(() => enter(body, 'a-double-click')))
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1)
  expect(await readMails(app, body.email)).toHaveLength(2)
  expect(await enter({ ...body, numberOfGuests: 1 }, 'a-double-click')).toMatchObject({
    status: 409,
    body: { error: 'key-reused' },
  })
  for (const other of [
    { selectedDate: nextDate() },
    { firstName: 'Rose' },
    { lastName: 'Dias' },
    { phone: '863 555 0199' },
  ])
    expect((await enter({ ...body, ...other }, 'a-double-click')).body, JSON.stringify(other)).toMatchObject({
      error: 'key-reused',
    })
})

test('callers and customers never oversell a day together', async () => {
  const selectedDate = nextDate()
  const anglers = await Promise.all([1, 2, 3, 4].map(() => anAngler(app)))
  const replies = await Promise.all([
    ...Array.from({ length: 6 }, () => enter(input({ selectedDate, numberOfGuests: 1 }))),
    ...anglers.map((angler) =>
      app.answer(createHold, { token: angler.token, body: { selectedDate, numberOfGuests: 1 }, ip: networkAddress() }),
    ),
  ])
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(4)
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(6)
  expect(await spots(selectedDate)).toBe(0)
})

test('the audit log records who entered it', async () => {
  const entered = await enter(input())
  const log = await app.answer(listAuditEntries, {
    token,
    query: { subjectKind: 'booking', subjectId: entered.body.id },
  })
  expect(log.body.content).toMatchObject([{ action: 'booking.entered' }])
})

test('the office books today too, paid in any way, but no day that has passed', async () => {
  const selectedDate = nextDate()
  app.clock.set(`${selectedDate}T15:00:00Z`)
  const { token: office } = await aColleague(app, 'OFFICE')
  const book = (over: Partial<PhoneBooking>) =>
    app.answer(enterPhoneBooking, { token: office, body: input({ selectedDate, ...over }) })
  const payment = { amount: 700, method: 'VENMO' as const, note: null }
  expect((await book({ payment })).status).toBe(201)
  expect((await book({ numberOfGuests: 3 })).body).toMatchObject({ error: 'not-enough-spots' })
  const passed = await book({ selectedDate: addDays(selectedDate, -1) })
  expect(passed.body).toMatchObject({ error: 'date-not-bookable' })
})

test('a guide books walk-ups for today under the same guard, and learns only what is owed', async () => {
  const today = nextDate()
  app.clock.set(`${today}T11:30:00Z`)
  const { token: guide } = await aColleague(app, 'GUIDE')
  const walkUp = (numberOfGuests: number, key?: string) =>
    app.answer(bookWalkUp, {
      token: guide,
      body: { firstName: 'Walt', lastName: 'Upp', phone: '(863) 555-0188', numberOfGuests, packageType: 'STANDARD' },
      headers: key ? { 'idempotency-key': key } : {},
    })
  const booked = await walkUp(3, 'walt')
  expect(booked).toEqual({
    status: 201,
    body: { id: expect.any(Number), pendingAmount: 4500 },
    headers: expect.anything(),
  })
  expect((await walkUp(3, 'walt')).body).toEqual(booked.body)
  const [two, three] = await Promise.all([walkUp(1), walkUp(1)])
  expect([two.status, three.status].sort()).toEqual([201, 409])
  expect(await walkUp(1)).toMatchObject({ status: 409, body: { error: 'not-enough-spots' } })
  expect((await app.answer(enterPhoneBooking, { token: guide, body: input() })).status).toBe(403)
  const { parties } = await app.call(getDaySheet, { token: guide, params: { date: today } })
  expect(parties.map(({ firstName, pendingAmount }) => [firstName, pendingAmount])).toEqual([
    ['Walt', 4500],
    ['Walt', 1500],
  ])
  const id = parties[0]!.id
  const { link } = await app.call(makePayLink, { token: guide, params: { id }, body: {} })
  const token = link.split('#')[1]!
  expect(await app.call(openBalanceLink, { body: { token } })).toMatchObject({ owed: 4500, deposit: null })
})
