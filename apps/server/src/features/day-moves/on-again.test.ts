import { getDashboardOverview } from '@arcadia/contract/admin/dashboard'
import { enterPhoneBooking } from '@arcadia/contract/admin/phone-bookings'
import { closeDayMove, listDayMoves, moveDay, reachParty } from '@arcadia/contract/day-moves'
import { addDays, venueInstant } from '@arcadia/contract/trip-date'
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

const dates = openDates()

/** A called-off day of a group with an email and one without. */
async function aDayOff() {
  const date = dates.shift()!
  const written = (await aBooking(app, { date })).bookingId
  const doris = { firstName: 'Doris', lastName: 'Webb', email: null, phone: '(863) 555-0177' }
  const trip = { selectedDate: date, numberOfGuests: 1, packageType: 'TROPHY' as const, riders: 0 }
  const called = (await app.call(enterPhoneBooking, { token: admin, body: { ...trip, ...doris } })).id
  const { id } = await app.call(moveDay, { token: admin, body: { date, reason: 'WEATHER' } })
  return { id, date, written, called }
}
const close = (id: number, unwritten?: number[]) =>
  app.call(closeDayMove, { token: admin, params: { id }, body: { opensDay: true, ...(unwritten && { unwritten }) } })
const reach = (id: number, bookingId: number, at?: string) =>
  app.call(reachParty, { token: admin, params: { id, bookingId }, body: { isReached: true, ...(at && { at }) } })
const partiesOf = async (id: number) =>
  (await app.call(listDayMoves, { token: admin, query: { size: 100 } })).content.find((move) => move.id === id)!.parties
const callsOf = async (id: number) => (await partiesOf(id)).map(({ call, reached }) => [call, reached !== null])
async function waiting() {
  const { groupsToReach, groupsToTell } = (await app.call(getDashboardOverview, { token: admin })).waiting
  return { groupsToReach, groupsToTell }
}

test('whoever gets no email that the day is on again is called once more, until reached', async () => {
  const { id, called } = await aDayOff()
  // The group that was emailed has an hour to answer.
  expect(await waiting()).toEqual({ groupsToReach: 1, groupsToTell: 0 })
  app.clock.advance({ minutes: 61 })
  expect(await waiting()).toEqual({ groupsToReach: 2, groupsToTell: 0 })
  const { waitingLongest } = await app.call(getDashboardOverview, { token: admin })
  const named = waitingLongest.filter(({ kind }) => kind === 'groupsToReach').map((one) => one.id)
  expect(named[0], 'first the one without an email').toBe(called)
  await reach(id, called)
  expect(await callsOf(id)).toEqual([
    ['OFF', false],
    ['OFF', true],
  ])
  const before = app.clock.now().toISOString()
  app.clock.advance({ minutes: 1 })
  await close(id)
  // That it is off is all that she was told.
  expect(await callsOf(id)).toEqual([
    [null, false],
    ['ON', false],
  ])
  expect(await waiting()).toEqual({ groupsToReach: 0, groupsToTell: 1 })
  // Tapped in a dead spot while the day was off, and sent later.
  await reach(id, called, before)
  expect(await waiting()).toEqual({ groupsToReach: 0, groupsToTell: 1 })
  await reach(id, called)
  expect((await callsOf(id))[1]).toEqual(['ON', true])
  expect(await waiting()).toEqual({ groupsToReach: 0, groupsToTell: 0 })
})

test('a group with an email can be called instead, and one whose email fails has to be', async () => {
  const [one, other] = [await aDayOff(), await aDayOff()]
  await close(one.id, [one.written])
  expect((await partiesOf(one.id)).map(({ call, mail }) => [call, mail])).toEqual([
    ['ON', null],
    ['ON', null],
  ])
  await close(other.id)
  expect((await callsOf(other.id))[0]).toEqual([null, false])
  await app.database.db
    .updateTable('outbox_mails')
    .set({ failed_at: app.clock.now() })
    .where('kind', '=', 'day-move-withdrawn')
    .where('booking_id', '=', other.written)
    .execute()
  expect((await callsOf(other.id))[0]).toEqual(['ON', false])
  expect((await waiting()).groupsToTell).toBe(4)
})

test('an emailed group is to be called at once if its email fails, and on the day itself', async () => {
  const { groupsToReach } = await waiting()
  const failed = await aDayOff()
  expect((await waiting()).groupsToReach).toBe(groupsToReach + 1)
  await app.database.db
    .updateTable('outbox_mails')
    .set({ failed_at: app.clock.now() })
    .where('kind', '=', 'day-move-asked')
    .where('booking_id', '=', failed.written)
    .execute()
  expect((await waiting()).groupsToReach).toBe(groupsToReach + 2)

  const date = dates.at(-1)!
  await aBooking(app, { date })
  const before = app.clock.now()
  app.clock.set(venueInstant(date, '05:00'))
  admin = await anAdmin(app)
  await app.call(moveDay, { token: admin, body: { date, reason: 'WEATHER' } })
  expect((await waiting()).groupsToReach).toBe(1)
  app.clock.set(before)
  admin = await anAdmin(app)
})

test('on again on the day itself, emailed or not, everybody is called who is not here yet', async () => {
  const { id, date, written, called } = await aDayOff()
  const other = await aDayOff()
  const before = app.clock.now()
  await close(other.id)
  app.clock.set(venueInstant(date, '05:00'))
  admin = await anAdmin(app)
  const { groupsToTell } = await waiting()
  await close(id)
  expect(await callsOf(id)).toEqual([
    ['ON', false],
    ['ON', false],
  ])
  expect((await waiting()).groupsToTell).toBe(groupsToTell + 2)
  const { waitingLongest } = await app.call(getDashboardOverview, { token: admin })
  const named = waitingLongest.filter(({ kind }) => kind === 'groupsToTell').map((one) => one.id)
  expect(named).toContain(written)
  await reach(id, written)
  await reach(id, called)
  expect((await waiting()).groupsToTell).toBe(groupsToTell)
  // The email of the day before is read in time.
  app.clock.set(venueInstant(other.date, '05:00'))
  admin = await anAdmin(app)
  expect((await callsOf(other.id))[0]).toEqual([null, false])
  app.clock.set(before)
  admin = await anAdmin(app)
})

test('called off once more, the group is called about that', async () => {
  const { id, date } = await aDayOff()
  await close(id)
  const { groupsToTell } = await waiting()
  const again = await app.call(moveDay, { token: admin, body: { date, reason: 'WEATHER' } })
  expect(await callsOf(id)).toEqual([
    [null, false],
    [null, false],
  ])
  expect(again.parties.map(({ call }) => call)).toEqual(['OFF', 'OFF'])
  expect((await waiting()).groupsToTell).toBe(groupsToTell - 1)
})

test('nobody is called about a day that has passed', async () => {
  const [off, on] = [await aDayOff(), await aDayOff()]
  await close(on.id)
  const last = [off.date, on.date].toSorted()[1]!
  app.clock.set(venueInstant(addDays(last, 1), '05:00'))
  admin = await anAdmin(app)
  expect(await waiting()).toEqual({ groupsToReach: 0, groupsToTell: 0 })
  // The group that never answered still has its choice.
  expect((await partiesOf(off.id)).map(({ state, call }) => [state, call])).toEqual([
    ['WAITING', null],
    ['WAITING', null],
  ])
})
