import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tallySweep } from '../../database/tallies.ts'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, anAngler, openDates, PASSWORD } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await anAdmin(app)
})
afterAll(() => app.close())

test('the seven counts count users and bookings by their state, and nothing else is answered', async () => {
  expect((await app.call('GET', '/api/admin/dashboard', { token: admin })).body).toEqual({
    totalUsers: 1,
    activeUsers: 1,
    totalBookings: 0,
    pendingBookings: 0,
    confirmedBookings: 0,
    completedBookings: 0,
    cancelledBookings: 0,
  })
  const inactive = await anAngler(app)
  await app.call('PUT', `/api/admin/users/${inactive.id}/status?isActive=false`, { token: admin })
  for (const date of openDates().slice(0, 2)) await aBooking(app, { date })
  const cancelled = await aBooking(app, { date: openDates()[2] })
  await app.call('POST', `/api/bookings/${cancelled.bookingId}/cancel`, { token: cancelled.token })
  expect((await app.call('GET', '/api/admin/dashboard', { token: admin })).body).toEqual({
    totalUsers: 5,
    activeUsers: 4,
    totalBookings: 3,
    pendingBookings: 0,
    confirmedBookings: 2,
    completedBookings: 0,
    cancelledBookings: 1,
  })
})

test('the counts stay right through every change, at once from two sides, and once what was written down is added up', async () => {
  const anglers = await Promise.all([1, 2, 3, 4].map(() => anAngler(app)))
  await Promise.all(
    anglers.map(({ id }) => app.call('PUT', `/api/admin/users/${id}/status?isActive=false`, { token: admin })),
  )
  await app.call('PUT', `/api/admin/users/${anglers[0]!.id}/status?isActive=true`, { token: admin })
  await app.call('POST', '/api/auth/me/close', { token: (await anAngler(app)).token, body: { password: PASSWORD } })
  const { bookingId } = await aBooking(app, { date: openDates()[6] })
  for (const status of ['COMPLETED', 'COMPLETED', 'PENDING'])
    await app.call('PUT', `/api/admin/bookings/${bookingId}/status?status=${status}`, { token: admin })
  const { rows: counted } = await sql<{ users: number; active: number; bookings: number; pending: number }>`
    select count(*)::integer as users, (count(*) filter (where is_active))::integer as active,
      (select count(*)::integer from bookings) as bookings,
      (select count(*)::integer from bookings where status = 'PENDING') as pending
    from users where closed_at is null`.execute(app.database.db)
  const stats = async () => (await app.call('GET', '/api/admin/dashboard', { token: admin })).body
  const before = await stats()
  expect(before).toMatchObject({
    totalUsers: counted[0]!.users,
    activeUsers: counted[0]!.active,
    totalBookings: counted[0]!.bookings,
    pendingBookings: 1,
  })
  await Promise.all([tallySweep(app.database).run(), tallySweep(app.database).run(), anAngler(app)])
  await tallySweep(app.database).run()
  expect(await stats()).toEqual({
    ...before,
    totalUsers: before.totalUsers + 1,
    activeUsers: before.activeUsers + 1,
  })
  const { rows: parts } = await sql<{ parts: number }>`select count(*)::integer as parts from tallies`.execute(
    app.database.db,
  )
  expect(parts[0]!.parts).toBeLessThanOrEqual(6)
})
