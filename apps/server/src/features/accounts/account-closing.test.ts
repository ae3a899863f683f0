import { closeAccount, getMe, login, logoutEverywhere, register } from '@arcadia/contract/accounts'
import { setUserStatus } from '@arcadia/contract/admin/accounts'
import { getAvailability } from '@arcadia/contract/availability'
import { createBookingQuery, setBookingQueryStatus } from '@arcadia/contract/booking-queries'
import { cancelBooking } from '@arcadia/contract/bookings'
import { downloadMyData } from '@arcadia/contract/my-data'
import { joinWaitlist, listMyWaitlist } from '@arcadia/contract/waitlist'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataChecks, examine } from '../../checks/checks.ts'
import { aBooking } from '../../testing/a-booking.ts'
import { aHold, anAdmin, anAngler, PASSWORD } from '../../testing/builders.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const close = (token: string, password = PASSWORD) => app.answer(closeAccount, { token, body: { password } })

test('signing out everywhere ends every session', async () => {
  const angler = await anAngler(app)
  const second = await app.answer(login, { body: { usernameOrEmail: angler.username, password: PASSWORD } })
  expect((await app.answer(logoutEverywhere, { token: angler.token })).status).toBe(204)
  for (const token of [angler.token, second.body.token]) expect((await app.answer(getMe, { token })).status).toBe(401)
})

test('a closed account cannot sign in, its trip stays, and its username is free again', async () => {
  const booking = await aBooking(app, { date: '2027-06-03' })
  expect(await close(booking.token, 'not the password')).toMatchObject({
    status: 400,
    body: { details: [{ path: 'password' }] },
  })
  expect((await close(booking.token)).status).toBe(204)
  expect((await app.answer(getMe, { token: booking.token })).status).toBe(401)
  const again = await app.answer(login, { body: { usernameOrEmail: booking.username, password: PASSWORD } })
  expect(again.status).toBe(401)
  const closed = { usernameOrEmail: `closed:${booking.id}`, password: 'closed' }
  expect((await app.answer(login, { body: closed })).status).toBe(401)
  expect((await app.call(getAvailability, { params: { date: '2027-06-03' } })).existingBookings).toBe(1)
  const body = { username: booking.username, email: booking.email, password: PASSWORD, phoneNumber: '555-0142' }
  expect((await app.answer(register, { body })).status).toBe(201)
})

test('a closed account leaves its address in no link', async () => {
  const angler = await anAngler(app)
  // Reading an email makes its link.
  await readMails(app, angler.email)
  const links = () => app.database.db.selectFrom('links').select('purpose').where('email', '=', angler.email).execute()
  expect(await links()).not.toEqual([])
  expect((await close(angler.token)).status).toBe(204)
  expect(await links()).toEqual([])
})

test('the username of a closed account cannot be taken beforehand', async () => {
  const angler = await anAngler(app)
  const taken = { email: `closed-${angler.id}@account.invalid`, password: PASSWORD, phoneNumber: '555-0142' }
  await app.call(register, { body: { ...taken, username: `closed-${angler.id}` } })
  expect((await close(angler.token)).status).toBe(204)
  for (const username of [`closed:${angler.id}`, `someone${angler.id}`]) {
    const body = { ...taken, username, email: `closed:${angler.id}@account.invalid` }
    expect((await app.answer(register, { body })).status).toBe(400)
  }
})

test('closing releases holds, and a waitlist offer goes to the next in line', async () => {
  const [held, full] = ['2027-06-10', '2027-06-11']
  const spots = async (date: string) => (await app.call(getAvailability, { params: { date } })).availableSpots
  const owner = await aBooking(app, { date: full, guests: 4 })
  const [leaving, next] = [await anAngler(app), await anAngler(app)]
  const input = { selectedDate: full, numberOfGuests: 4 }
  for (const { token } of [leaving, next])
    expect((await app.answer(joinWaitlist, { token, body: input })).status).toBe(201)
  await aHold(app, leaving.token, { date: held, guests: 3 })
  await app.call(cancelBooking, { token: owner.token, params: { id: owner.bookingId } })
  await app.app.runJobs()
  const offerOf = async ({ token }: typeof next) => (await app.call(listMyWaitlist, { token }))[0]!.offer
  expect(await offerOf(leaving)).not.toBeNull()
  expect((await close(leaving.token)).status).toBe(204)
  expect([await spots(held), await spots(full)]).toEqual([4, 0])
  expect(await offerOf(next)).not.toBeNull()
})

test('bookings of a closed account are blanked 24 months after the trip', async () => {
  const booking = await aBooking(app, { date: '2027-06-04' })
  await close(booking.token)
  const name = async () =>
    await app.database.db
      .selectFrom('bookings')
      .select(['first_name', 'email'])
      .where('id', '=', booking.bookingId)
      .executeTakeFirstOrThrow()
  app.clock.set('2029-06-01T12:00:00Z')
  await app.app.runJobs()
  expect((await name()).first_name).toBe('Ada')
  app.clock.set('2029-06-06T12:00:00Z')
  await app.app.runJobs()
  expect(await name()).toEqual({ first_name: 'Removed', email: 'removed@account.invalid' })
  const { rows } = await app.database.pool.query(
    'select booking_data::text as data from payment_attempts where booking_id = $1',
    [booking.bookingId],
  )
  expect(rows[0].data).not.toContain('ada@example.com')
  app.clock.set('2027-04-05T14:00:00Z')
})

test('audit values about a customer are blanked with the account and its bookings, and the log stays valid', async () => {
  const admin = await anAdmin(app)
  const [leaving, staying] = [await aBooking(app, { date: '2027-06-08' }), await aBooking(app, { date: '2027-06-08' })]
  const answer = async ({ token, bookingId }: typeof leaving) => {
    const asked = await app.answer(createBookingQuery, {
      token,
      body: { bookingId, queryMessage: 'May Ada bring her dog?' },
    })
    const { id } = asked.body
    const body = { status: 'RESPONDED' as const, adminResponse: 'Yes, Ada.', adminNotes: 'Ada, of Main Street' }
    expect((await app.answer(setBookingQueryStatus, { token: admin, params: { id }, body })).status).toBe(200)
    return id
  }
  const questions = [await answer(leaving), await answer(staying)] as const
  for (const { id } of [leaving, staying])
    for (const isActive of [false, true])
      await app.call(setUserStatus, { token: admin, params: { id }, query: { isActive } })
  const session = await app.call(login, { body: { usernameOrEmail: leaving.username, password: PASSWORD } })
  const values = async (kind: string, id: number) => {
    const { rows } = await app.database.pool.query(
      `select after_value::text as after from audit_entries e join audit_values on entry_id = e.id
       where subject_kind = $1 and subject_id = $2 order by e.id`,
      [kind, String(id)],
    )
    return rows.map(({ after }) => after)
  }
  expect((await close(session.token)).status).toBe(204)
  expect(await values('user', leaving.id)).toEqual([null, null])
  expect(await values('user', staying.id)).toEqual(['{"isActive":false}', '{"isActive":true}'])
  expect((await values('booking-query', questions[0])).join()).toContain('Main Street')

  app.clock.set('2029-06-10T12:00:00Z')
  await app.app.runJobs()
  expect(await values('booking-query', questions[0])).toEqual([null])
  expect((await values('booking-query', questions[1])).join()).toContain('Main Street')
  const notes = await app.database.db
    .selectFrom('booking_queries')
    .select(['id', 'admin_notes'])
    .where('id', 'in', questions)
    .orderBy('id')
    .execute()
  expect(notes.map(({ admin_notes }) => admin_notes)).toEqual([null, 'Ada, of Main Street'])
  const findings = await examine(dataChecks(app.database.db, app.app.features))
  expect(findings.flatMap(({ problems }) => problems)).toEqual([])
  app.clock.set('2027-04-05T14:00:00Z')
})

test('a customer can download all their data', async () => {
  const booking = await aBooking(app, { date: '2027-06-05' })
  const { status, body, headers } = await app.answer(downloadMyData, { token: booking.token })
  expect(status).toBe(200)
  expect(headers['content-disposition']).toContain('my-data.json')
  expect(body).toMatchObject({
    account: { username: booking.username },
    bookings: [{ id: booking.bookingId }],
    questions: [],
    reviews: [],
  })
})
