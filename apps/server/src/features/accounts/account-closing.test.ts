import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { anAngler, PASSWORD } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const close = (token: string, password = PASSWORD) =>
  app.call('POST', '/api/auth/me/close', { token, body: { password } })

test('signing out everywhere ends every session', async () => {
  const angler = await anAngler(app)
  const second = await app.call('POST', '/api/auth/login', {
    body: { usernameOrEmail: angler.username, password: PASSWORD },
  })
  expect((await app.call('POST', '/api/auth/logout-everywhere', { token: angler.token })).status).toBe(204)
  for (const token of [angler.token, second.body.token])
    expect((await app.call('GET', '/api/auth/me', { token })).status).toBe(401)
})

test('a closed account signs nobody in, its trip stays, and its name is free again', async () => {
  const booking = await aBooking(app, { date: '2027-06-03' })
  expect(await close(booking.token, 'not the password')).toMatchObject({
    status: 400,
    body: { details: [{ path: 'password' }] },
  })
  expect((await close(booking.token)).status).toBe(204)
  expect((await app.call('GET', '/api/auth/me', { token: booking.token })).status).toBe(401)
  const again = await app.call('POST', '/api/auth/login', {
    body: { usernameOrEmail: booking.username, password: PASSWORD },
  })
  expect(again.status).toBe(401)
  expect((await app.call('GET', '/api/bookings/availability/2027-06-03')).body.existingBookings).toBe(1)
  const body = { username: booking.username, email: booking.email, password: PASSWORD, phoneNumber: '1' }
  expect((await app.call('POST', '/api/auth/register', { body })).status).toBe(201)
})

test('bookings of a closed account keep their names for 24 months after the trip, then they are blanked', async () => {
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

test('a customer takes away all that is kept about them', async () => {
  const booking = await aBooking(app, { date: '2027-06-05' })
  const { status, body, headers } = await app.call('GET', '/api/auth/me/data', { token: booking.token })
  expect(status).toBe(200)
  expect(headers['content-disposition']).toContain('my-data.json')
  expect(body).toMatchObject({
    account: { username: booking.username },
    bookings: [{ id: booking.bookingId }],
    questions: [],
    reviews: [],
  })
})
