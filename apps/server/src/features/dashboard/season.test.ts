import { getSeasonFill } from '@arcadia/contract/admin/dashboard'
import { cancelBooking } from '@arcadia/contract/bookings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, openDates } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await anAdmin(app)
})
afterAll(() => app.close())

test('each day of the season has its bookings, anglers and value, without cancelled ones', async () => {
  const [first, second, third] = openDates()
  await aBooking(app, { date: second, guests: 3 })
  await aBooking(app, { date: first, guests: 2 })
  await aBooking(app, { date: second })
  const cancelled = await aBooking(app, { date: third })
  await app.call(cancelBooking, { token: cancelled.token, params: { id: cancelled.bookingId } })
  expect(await app.call(getSeasonFill, { token: admin })).toEqual({
    seasonStart: '2027-05-16',
    seasonEnd: '2027-09-05',
    closedDays: [0, 3],
    blackoutDates: [],
    maxCapacity: 4,
    sharing: 'OPEN',
    days: [
      { date: first, bookings: 1, anglers: 2, value: 5000, isPrivate: false, isCalledOff: false },
      { date: second, bookings: 2, anglers: 4, value: 10_000, isPrivate: false, isCalledOff: false },
    ],
  })
})
