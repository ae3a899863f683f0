import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedConfig } from './features/configuration/configuration.service.ts'
import { DEMO, seed } from './seed.ts'
import { testClock } from './testing/test-clock.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

const clock = testClock('2027-06-15T14:00:00Z')

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await seedConfig(database.db, clock)
})
afterAll(() => database.drop())

test('an empty database gets trips that were and trips that will be, and a second time none', async () => {
  const rows = await seed(database.db, clock, DEMO)
  expect(rows).toEqual({
    users: DEMO.users,
    bookings: DEMO.bookings,
    enquiries: DEMO.enquiries,
    questions: DEMO.queries,
    reviews: DEMO.reviews,
    mails: DEMO.mails,
    changes: 0,
  })

  const bookings = await database.db.selectFrom('bookings').select(['status', 'trip_date', 'created_at']).execute()
  expect(new Set(bookings.map(({ status }) => status))).toEqual(new Set(['COMPLETED', 'CONFIRMED', 'CANCELLED']))
  for (const { status, trip_date, created_at } of bookings) {
    if (status === 'COMPLETED') expect(trip_date < '2027-06-15').toBe(true)
    if (status === 'CONFIRMED') expect(trip_date >= '2027-06-15').toBe(true)
    expect(created_at <= clock.now()).toBe(true)
  }

  await expect(seed(database.db, clock, DEMO)).rejects.toThrow('has bookings already')
})
