import { closeAccount, getMe, login } from '@arcadia/contract/accounts'
import { addressOf } from '@arcadia/contract/addresses'
import { getUser, listUsers, setUserStatus } from '@arcadia/contract/admin/accounts'
import { listAuditEntries } from '@arcadia/contract/admin/audit-log'
import { listAdminBookings } from '@arcadia/contract/admin/bookings'
import { getAvailability } from '@arcadia/contract/availability'
import { cancelBooking, getBooking } from '@arcadia/contract/bookings'
import { createHold } from '@arcadia/contract/holds'
import type { WireInput } from '@arcadia/contract/testing/wire-client'
import { joinWaitlist, listMyWaitlist } from '@arcadia/contract/waitlist'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { aHold, anAdmin, anAngler, OPEN_DATE, openDates, PASSWORD } from '../../testing/builders.ts'
import { rowsOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { listChain } from '../audit-log/audit-log.store.ts'

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await anAdmin(app)
})
afterAll(() => app.close())

const list = async (query: WireInput<typeof listUsers>['query'] = {}) =>
  rowsOf(await app.call(listUsers, { token: admin, query }))
const setActive = (id: number, isActive: boolean, token = admin) =>
  app.answer(setUserStatus, { token, params: { id }, query: { isActive } })

async function anotherAdmin() {
  const angler = await anAngler(app)
  await app.database.db
    .updateTable('users')
    .set({ role: 'ADMIN', position: 'OWNER' })
    .where('id', '=', angler.id)
    .execute()
  return angler
}

const spotsOn = async (date: string) => (await app.call(getAvailability, { params: { date } })).availableSpots

test('the owner sees every account with its bookings, newest first, paged on request', async () => {
  const { id, username, email } = await aBooking(app)
  const [newest] = await list()
  expect(newest).toEqual({
    id,
    username,
    email,
    firstName: 'Ada',
    lastName: 'Angler',
    phoneNumber: '(863) 555-0142',
    role: 'USER',
    position: null,
    isActive: true,
    bookingCount: 1,
    unsubscribedFrom: [],
    createdAt: expect.any(String),
  })
  const one = await app.answer(getUser, { token: admin, params: { id } })
  expect(one.body).toMatchObject({ id, bookingCount: 1 })
  expect((await app.answer(getUser, { token: admin, params: { id: 999999 } })).body.error).toBe('user-not-found')
  expect(await app.call(listUsers, { token: admin, query: { page: 0, size: 1 } })).toMatchObject({
    content: [{ id }],
    page: 0,
    size: 1,
    totalPages: expect.any(Number),
  })
})

test('accounts are searched by name, username, email and phone, filtered and sorted; wildcards are literal', async () => {
  const angler = await anAngler(app)
  for (const q of [angler.username, angler.email.toUpperCase(), 'ada angler', '863) 555', '+1 863-555-0142'])
    expect((await list({ q })).map((user) => user.id)).toContain(angler.id)
  expect(await list({ q: '%' })).toEqual([])
  expect((await list({ status: 'INACTIVE' })).length).toBe(0)
  const counts = (await list({ sort: '-bookings' })).map((user) => user.bookingCount)
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  const emails = (await list({ sort: 'email' })).map((user) => user.email?.toLowerCase())
  expect(emails).toEqual(emails.toSorted())
  expect((await app.request('GET', `${listUsers.path}?sort=password`, { token: admin })).status).toBe(400)
})

test('deactivating ends sessions right away and is logged; the account can be reactivated', async () => {
  const angler = await anAngler(app)
  expect((await setActive(angler.id, false)).body).toMatchObject({ id: angler.id, isActive: false })
  expect((await app.answer(getMe, { token: angler.token })).status).toBe(401)
  const credentials = { usernameOrEmail: angler.username, password: PASSWORD }
  expect(await app.answer(login, { body: credentials })).toMatchObject({
    status: 403,
    body: { message: 'This account has been deactivated.' },
  })
  await setActive(angler.id, false)
  await setActive(angler.id, true)
  expect((await app.answer(login, { body: credentials })).status).toBe(200)
  const log = (query: WireInput<typeof listAuditEntries>['query']) =>
    app.call(listAuditEntries, { token: admin, query })
  const shown = await log({ q: `user ${angler.id}`, size: 1 })
  expect(shown).toMatchObject({ totalElements: 2, totalPages: 2 })
  expect(shown.content[0]).toMatchObject({
    adminUsername: 'admin',
    action: 'user.activated',
    subjectKind: 'user',
    subjectId: String(angler.id),
    before: '{"isActive":false}',
    after: '{"isActive":true}',
  })
  const exact = await log({ subjectKind: 'user', subjectId: angler.id })
  expect(exact.content.map((entry) => entry.action)).toEqual(['user.activated', 'user.deactivated'])
  for (const [subjectKind, subjectId] of [
    ['booking', `${angler.id}`],
    ['user', `${angler.id}0`],
  ] as const)
    expect((await log({ subjectKind, subjectId })).totalElements).toBe(0)
  expect((await log({ q: 'deactivated', from: '2027-04-05', to: '2027-04-05' })).totalElements).toBeGreaterThan(0)
  expect((await log({ to: '2027-04-04' })).totalElements).toBe(0)
  const entries = (await listChain(app.database.db)).filter((entry) => entry.subject_id === String(angler.id))
  expect(entries.map((entry) => [entry.action, entry.after_value])).toEqual([
    ['user.deactivated', '{"isActive":false}'],
    ['user.activated', '{"isActive":true}'],
  ])
})

test('deactivating frees idle holds and leaves waitlists; bookings stay', async () => {
  const [, , held = '', full = ''] = openDates()
  const angler = await aBooking(app, { date: openDates()[1] })
  await aHold(app, angler.token, { date: held, guests: 3 })
  await aBooking(app, { date: full, guests: 4 })
  const input = { selectedDate: full, numberOfGuests: 2 }
  await app.call(joinWaitlist, { token: angler.token, body: input })
  expect(await spotsOn(held)).toBe(1)
  await setActive(angler.id, false)
  expect(await spotsOn(held)).toBe(4)
  const waiting = await app.database.db
    .selectFrom('waitlist_entries')
    .select('ended_at')
    .where('user_id', '=', angler.id)
    .execute()
  expect(waiting.map(({ ended_at }) => ended_at)).toEqual([app.clock.now()])
  const booking = await app.answer(getBooking, { token: admin, params: { id: angler.bookingId } })
  expect(booking.body.status).toBe('CONFIRMED')
})

test('an offer is withdrawn and goes to the next in line', async () => {
  const date = openDates()[5]!
  const owner = await aBooking(app, { date, guests: 4 })
  const [first, second] = [await anAngler(app), await anAngler(app)]
  const input = { selectedDate: date, numberOfGuests: 4 }
  for (const { token } of [first, second]) await app.call(joinWaitlist, { token, body: input })
  await app.call(cancelBooking, { token: owner.token, params: { id: owner.bookingId } })
  await app.app.runJobs()
  const offerOf = async ({ token }: { token: string }) => (await app.call(listMyWaitlist, { token }))[0]?.offer
  expect(await offerOf(first)).toBeTruthy()
  await setActive(first.id, false)
  expect(await offerOf(second)).toBeTruthy()
})

test('a hold made during deactivation does not survive', async () => {
  const dates = openDates().slice(10, 22)
  for (const date of dates) {
    const angler = await anAngler(app)
    const body = { selectedDate: date, numberOfGuests: 2 }
    const [held] = await Promise.all([
      app.answer(createHold, { token: angler.token, body, ip: `10.9.0.${dates.indexOf(date)}` }),
      setActive(angler.id, false),
    ])
    expect([201, 401]).toContain(held.status)
    expect(await spotsOn(date)).toBe(4)
  }
})

test('admins cannot deactivate themselves', async () => {
  const me = (await list({ q: 'admin@localhost' }))[0]!
  expect(await setActive(me.id, false)).toMatchObject({
    status: 409,
    body: { error: 'own-account', message: "You can't deactivate your own account." },
  })
})

test('if two admins deactivate each other at once, one stays', async () => {
  for (let round = 0; round < 6; round++) {
    const [one, other] = [await anotherAdmin(), await anotherAdmin()]
    const answers = await Promise.all([setActive(other.id, false, one.token), setActive(one.id, false, other.token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    const { rows } = await app.database.pool.query('select is_active from users where id = any($1)', [
      [one.id, other.id],
    ])
    expect(rows.filter((row) => row.is_active)).toHaveLength(1)
  }
})

test('an unknown, closed or malformed account is not found; a missing value is refused', async () => {
  expect((await setActive(999_999, false)).body).toMatchObject({ error: 'user-not-found' })
  const angler = await anAngler(app)
  await app.call(closeAccount, { token: angler.token, body: { password: PASSWORD } })
  expect((await setActive(angler.id, true)).status).toBe(404)
  expect((await list({ q: `closed:${angler.id}` })).length).toBe(0)
  expect((await app.request('PUT', addressOf(setUserStatus, { params: { id: 1 } }), { token: admin })).status).toBe(400)
})

test('closing an account frees its hold as well', async () => {
  const angler = await anAngler(app)
  await aHold(app, angler.token, { date: OPEN_DATE, guests: 1 })
  const before = await spotsOn(OPEN_DATE)
  await app.call(closeAccount, { token: angler.token, body: { password: PASSWORD } })
  expect(await spotsOn(OPEN_DATE)).toBe(before + 1)
})

test('bookings can be filtered by account and sorted', async () => {
  const { id, bookingId } = await aBooking(app, { date: openDates()[30] })
  const bookings = rowsOf(await app.call(listAdminBookings, { token: admin, query: { userId: id } }))
  expect(bookings.map((booking) => booking.id)).toEqual([bookingId])
  const dates = rowsOf(await app.call(listAdminBookings, { token: admin, query: { sort: '-date' } })).map(
    (booking) => booking.selectedDate,
  )
  expect(dates).toEqual(dates.toSorted().reverse())
})
