import { closeAccount } from '@arcadia/contract/accounts'
import { setUserStatus } from '@arcadia/contract/admin/accounts'
import { setBookingStatus } from '@arcadia/contract/admin/bookings'
import { getDashboard } from '@arcadia/contract/admin/dashboard'
import { cancelBooking } from '@arcadia/contract/bookings'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('returns exactly the seven counts of users and bookings', async () => {
  expect(await app.call(getDashboard, { token: admin })).toEqual({
    totalUsers: 1,
    activeUsers: 1,
    totalBookings: 0,
    pendingBookings: 0,
    confirmedBookings: 0,
    completedBookings: 0,
    cancelledBookings: 0,
  })
  const inactive = await anAngler(app)
  await app.call(setUserStatus, { token: admin, params: { id: inactive.id }, query: { isActive: false } })
  for (const date of openDates().slice(0, 2)) await aBooking(app, { date })
  const cancelled = await aBooking(app, { date: openDates()[2] })
  await app.call(cancelBooking, { token: cancelled.token, params: { id: cancelled.bookingId } })
  expect(await app.call(getDashboard, { token: admin })).toEqual({
    totalUsers: 5,
    activeUsers: 4,
    totalBookings: 3,
    pendingBookings: 0,
    confirmedBookings: 2,
    completedBookings: 0,
    cancelledBookings: 1,
  })
})

test('the counts stay correct through concurrent changes', async () => {
  const anglers = await Promise.all([1, 2, 3, 4].map(() => anAngler(app)))
  await Promise.all(
    anglers.map(({ id }) => app.answer(setUserStatus, { token: admin, params: { id }, query: { isActive: false } })),
  )
  await app.call(setUserStatus, { token: admin, params: { id: anglers[0]!.id }, query: { isActive: true } })
  await app.call(closeAccount, { token: (await anAngler(app)).token, body: { password: PASSWORD } })
  const { bookingId } = await aBooking(app, { date: openDates()[6] })
  for (const status of ['COMPLETED', 'COMPLETED', 'PENDING'] as const)
    await app.call(setBookingStatus, { token: admin, params: { id: bookingId }, query: { status } })
  const { rows: counted } = await sql<{ users: number; active: number; bookings: number; pending: number }>`
    select count(*)::integer as users, (count(*) filter (where is_active))::integer as active,
      (select count(*)::integer from bookings) as bookings,
      (select count(*)::integer from bookings where status = 'PENDING') as pending
    from users where closed_at is null`.execute(app.database.db)
  const stats = () => app.call(getDashboard, { token: admin })
  const before = await stats()
  expect(before).toMatchObject({
    totalUsers: counted[0]!.users,
    activeUsers: counted[0]!.active,
    totalBookings: counted[0]!.bookings,
    pendingBookings: 1,
  })
  await anAngler(app)
  expect(await stats()).toEqual({
    ...before,
    totalUsers: before.totalUsers + 1,
    activeUsers: before.activeUsers + 1,
  })
})
