import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, anAngler, openDates } from '../../testing/builders.ts'
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
