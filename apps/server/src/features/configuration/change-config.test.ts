import { findStranded } from '@arcadia/contract/admin/configuration'
import { getAvailability } from '@arcadia/contract/availability'
import { getBooking } from '@arcadia/contract/bookings'
import { getBookingConfig, type Sharing } from '@arcadia/contract/configuration'
import { weekdayOf } from '@arcadia/contract/trip-date'
import { joinWaitlist } from '@arcadia/contract/waitlist'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { aHold, anAdmin, anAngler, openDates } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { listChain } from '../audit-log/audit-log.store.ts'

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await anAdmin(app)
})
afterAll(() => app.close())

const SEEDED = {
  maxCapacity: 4,
  sharing: 'OPEN' as Sharing,
  depositPerGuest: 350,
  standardPackagePrice: 1500,
  trophyPackagePrice: 2500,
  seasonStart: '2027-05-16',
  seasonEnd: '2027-09-05',
  closedDays: [0, 3],
  holdDurationMinutes: 5,
  blackoutDates: [] as string[],
  privateSpotPrice: null,
}
const put = (path: string, body: object, token = admin) =>
  app.request('PUT', `${getBookingConfig.path}/${path}`, { token, body })
const stranded = (change: Partial<typeof SEEDED>) => {
  const { maxCapacity, sharing, seasonStart, seasonEnd, closedDays, blackoutDates } = { ...SEEDED, ...change }
  const body = { maxCapacity, sharing, seasonStart, seasonEnd, closedDays, blackoutDates }
  return app.call(findStranded, { token: admin, body })
}

beforeEach(async () => {
  await put('max-capacity', { maxCapacity: 4 })
  await put('sharing', { sharing: 'OPEN' })
  await put('closed-days', { closedDays: [0, 3] })
  await put('blackout-dates', { blackoutDates: [] })
})

test('each call sets its setting and returns the whole configuration, which is public right away', async () => {
  const calls = [
    ['max-capacity', { maxCapacity: 6 }],
    ['sharing', { sharing: 'TWO_ANGLERS' }],
    ['hold-duration', { holdDurationMinutes: 10 }],
    ['deposit-per-guest', { depositPerGuest: 400 }],
    ['standard-package-price', { standardPackagePrice: 1600 }],
    ['trophy-package-price', { trophyPackagePrice: 2600 }],
    ['private-spot-price', { privateSpotPrice: 250 }],
    ['season', { seasonStart: '2027-05-01', seasonEnd: '2027-09-30' }],
    ['closed-days', { closedDays: [3] }],
    ['blackout-dates', { blackoutDates: ['2027-06-01', '2027-07-04'] }],
  ] as const
  let expected: object = SEEDED
  for (const [path, change] of calls) {
    expected = { ...expected, ...change }
    expect(await put(path, change)).toMatchObject({ status: 200, body: expected })
  }
  expect(await app.call(getBookingConfig)).toEqual(expected)
  for (const [path, change] of calls)
    await put(path, Object.fromEntries(Object.keys(change).map((name) => [name, SEEDED[name as keyof typeof SEEDED]])))
  expect(await app.call(getBookingConfig)).toEqual(SEEDED)
})

test('a value out of range is refused with its field, and nothing changes', async () => {
  const refused = [
    ['max-capacity', { maxCapacity: 0 }, 'maxCapacity'],
    ['max-capacity', { maxCapacity: 11 }, 'maxCapacity'],
    ['max-capacity', { maxCapacity: 2.5 }, 'maxCapacity'],
    ['sharing', { sharing: 'NOBODY' }, 'sharing'],
    ['hold-duration', { holdDurationMinutes: 61 }, 'holdDurationMinutes'],
    ['deposit-per-guest', { depositPerGuest: -1 }, 'depositPerGuest'],
    ['trophy-package-price', { trophyPackagePrice: 0.5 }, 'trophyPackagePrice'],
    ['private-spot-price', { privateSpotPrice: 0 }, 'privateSpotPrice'],
    ['season', { seasonStart: '2027-06-01', seasonEnd: '2027-05-01' }, 'seasonEnd'],
    ['season', { seasonStart: '2027-06-01', seasonEnd: '2028-06-01' }, 'seasonEnd'],
    ['closed-days', { closedDays: [7] }, 'closedDays.0'],
    ['closed-days', { closedDays: [1, 1] }, 'closedDays'],
    ['blackout-dates', { blackoutDates: ['2027-02-30'] }, 'blackoutDates.0'],
  ] as const
  for (const [path, body, field] of refused)
    expect(await put(path, body)).toMatchObject({ status: 400, body: { details: [{ path: field }] } })
  expect(await app.call(getBookingConfig)).toEqual(SEEDED)
})

test('a change is in the audit log with before and after; an unchanged value is not', async () => {
  await put('max-capacity', { maxCapacity: 5 })
  const before = (await listChain(app.database.db)).length
  await put('max-capacity', { maxCapacity: 5 })
  const entries = await listChain(app.database.db)
  expect(entries).toHaveLength(before)
  expect(entries.at(-1)).toMatchObject({
    action: 'configuration.changed',
    subject_id: 'maxCapacity',
    before_value: '{"maxCapacity":4}',
    after_value: '{"maxCapacity":5}',
  })
})

test('stranded days are listed before saving; saving changes no booking or hold', async () => {
  const [date = '', heldDate = ''] = openDates()
  const booking = await aBooking(app, { date, guests: 3 })
  await aHold(app, (await anAngler(app)).token, { date: heldDate, guests: 2 })
  expect(await stranded({})).toEqual([])
  const day = {
    date,
    bookings: [
      {
        id: booking.bookingId,
        confirmationNumber: booking.confirmationNumber,
        name: 'Ada Angler',
        numberOfGuests: 3,
      },
    ],
    heldSpots: 0,
  }
  expect(await stranded({ blackoutDates: [date] })).toEqual([{ ...day, reason: 'BLACKOUT' }])
  expect(await stranded({ closedDays: [0, 3, weekdayOf(date)] })).toEqual([{ ...day, reason: 'CLOSED_WEEKDAY' }])
  expect(await stranded({ maxCapacity: 2 })).toEqual([{ ...day, reason: 'OVER_CAPACITY' }])
  expect(await stranded({ seasonStart: '2027-08-01' })).toEqual([
    { ...day, reason: 'OUTSIDE_SEASON' },
    { date: heldDate, reason: 'OUTSIDE_SEASON', bookings: [], heldSpots: 2 },
  ])
  expect((await put('max-capacity', { maxCapacity: 2 })).status).toBe(200)
  expect(await stranded({ maxCapacity: 2 })).toEqual([])
  const kept = await app.call(getBooking, { token: booking.token, params: { id: booking.bookingId } })
  expect(kept.status).toBe('CONFIRMED')
  expect((await app.call(getAvailability, { params: { date } })).availableSpots).toBe(0)
})

test('shared mornings are listed before the owner forbids sharing, and stay as they are', async () => {
  const [, , , , , alone = '', shared = '', larger = ''] = openDates()
  await aBooking(app, { date: alone, guests: 4 })
  await aBooking(app, { date: shared, guests: 1 })
  await aHold(app, (await anAngler(app)).token, { date: shared, guests: 1 })
  const [one, two] = [
    await aBooking(app, { date: larger, guests: 2 }),
    await aBooking(app, { date: larger, guests: 1 }),
  ]
  const named = async (sharing: Sharing) =>
    (await stranded({ sharing })).map(({ date, reason, bookings }) => [date, reason, bookings.length])
  expect(await named('OPEN')).toEqual([])
  expect(await named('TWO_ANGLERS')).toEqual([[larger, 'SHARED', 2]])
  expect(await named('ONE_GROUP')).toEqual([
    [shared, 'SHARED', 1],
    [larger, 'SHARED', 2],
  ])
  await put('sharing', { sharing: 'TWO_ANGLERS' })
  // Days the saved rule already forbids are not listed again.
  expect(await named('ONE_GROUP')).toEqual([[shared, 'SHARED', 1]])
  expect((await listChain(app.database.db)).at(-1)).toMatchObject({
    subject_id: 'sharing',
    before_value: '{"sharing":"OPEN"}',
    after_value: '{"sharing":"TWO_ANGLERS"}',
  })
  for (const { token, bookingId } of [one, two])
    expect((await app.call(getBooking, { token, params: { id: bookingId } })).status).toBe('CONFIRMED')
})

test('a higher capacity offers the new spot to the waitlist', async () => {
  const date = openDates()[4] ?? ''
  await aBooking(app, { date, guests: 4 })
  const waiting = await anAngler(app)
  const input = { selectedDate: date, numberOfGuests: 1 }
  await app.call(joinWaitlist, { token: waiting.token, body: input })
  await put('max-capacity', { maxCapacity: 5 })
  await app.app.runJobs()
  const offers = await app.database.db.selectFrom('holds').selectAll().where('user_id', '=', waiting.id).execute()
  expect(offers).toMatchObject([{ trip_date: date, number_of_guests: 1, released_at: null }])
})

test('two admins changing different settings at once both succeed', async () => {
  await Promise.all([
    put('max-capacity', { maxCapacity: 7 }),
    put('closed-days', { closedDays: [1] }),
    put('blackout-dates', { blackoutDates: ['2027-06-05'] }),
  ])
  expect(await app.call(getBookingConfig)).toMatchObject({
    maxCapacity: 7,
    closedDays: [1],
    blackoutDates: ['2027-06-05'],
  })
})
