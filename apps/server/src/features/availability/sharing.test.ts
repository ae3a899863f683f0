import { correctBooking, setBookingStatus } from '@arcadia/contract/admin/bookings'
import { setSharing } from '@arcadia/contract/admin/configuration'
import { enterPhoneBooking } from '@arcadia/contract/admin/phone-bookings'
import { checkAvailability, getAvailability, listBookedDates } from '@arcadia/contract/availability'
import { rescheduleBooking } from '@arcadia/contract/bookings'
import type { Sharing } from '@arcadia/contract/configuration'
import { createHold } from '@arcadia/contract/holds'
import { payForBooking } from '@arcadia/contract/payments'
import { formatDayInWords } from '@arcadia/contract/trip-date'
import { joinWaitlist, listMyWaitlist } from '@arcadia/contract/waitlist'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { type Angler, aHold, anAdmin, anAngler, aPayment, networkAddress, openDates } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

/** Every way to take spots under the restricted sharing rules (docs/rules.md §2.4). */

let app: TestApp
let admin: string
let date: string
let otherDate: string
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp()
  admin = await anAdmin(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  date = dates.shift()!
  otherDate = dates.shift()!
  await share('OPEN')
})

const share = (sharing: Sharing) => app.call(setSharing, { token: admin, body: { sharing } })
const day = (of = date) => app.call(getAvailability, { params: { date: of } })
const hold = ({ token }: { token: string }, numberOfGuests: number) =>
  app.answer(createHold, { token, body: { selectedDate: date, numberOfGuests }, ip: networkAddress() })
const check = ({ token }: Angler, numberOfGuests: number, holdId?: string) =>
  app.call(checkAvailability, { token, body: { selectedDate: date, numberOfGuests, holdId } })
const taken = () => `Another group has the boat on ${formatDayInWords(date)}.`
const refused = (message: unknown = taken()) => ({ status: 409, body: { error: 'not-enough-spots', message } })

test('one group a morning: the first gets the boat, and everyone else gets the reason', async () => {
  await share('ONE_GROUP')
  const [first, second] = [await anAngler(app), await anAngler(app)]
  await aHold(app, first.token, { date, guests: 1 })
  expect(await day()).toMatchObject({ availableSpots: 0, isAtCapacity: true, bookable: false, reason: 'HELD' })
  expect(await hold(second, 1)).toMatchObject(refused(expect.stringMatching(/is being held right now/)))
  // The same customer's next hold replaces the first and may be larger.
  const holdId = await aHold(app, first.token, { date, guests: 2 })
  expect(await check(first, 3, holdId)).toMatchObject({ available: true })
  const body = aPayment(holdId, await app.simulator.cardToken(), { date, guests: 2 })
  await app.call(payForBooking, { token: first.token, body, ip: networkAddress() })
  expect(await day()).toEqual({
    existingBookings: 2,
    existingGroups: 1,
    availableSpots: 0,
    isAtCapacity: true,
    bookable: false,
    reason: 'OTHER_GROUP',
  })
  expect(await app.call(listBookedDates)).toContain(date)
  expect(await check(second, 1)).toEqual({ available: false, message: taken() })
  expect(await hold(second, 1)).toMatchObject(refused())
  // The group on the boat adds two more.
  expect((await hold(first, 2)).status).toBe(201)
})

test('two unrelated anglers at most: one may join one, and larger groups go alone', async () => {
  await share('TWO_ANGLERS')
  await aBooking(app, { date, guests: 1 })
  expect(await day()).toMatchObject({ availableSpots: 1, bookable: true })
  const [second, third] = [await anAngler(app), await anAngler(app)]
  const tooMany = `Only 1 spot is left on ${formatDayInWords(date)}. When groups share the boat, the limit is two anglers.`
  expect(await hold(second, 2)).toMatchObject(refused(tooMany))
  await aBooking(app, { date, guests: 1, angler: second })
  expect(await day()).toMatchObject({ availableSpots: 0, reason: 'OTHER_GROUP' })
  expect(await hold(third, 1)).toMatchObject(refused())
  await aBooking(app, { date: otherDate, guests: 4 })
  expect((await day(otherDate)).reason).toBe('FULL')
})

test('a hold made before the rule is honored', async () => {
  await aBooking(app, { date, guests: 1 })
  const second = await anAngler(app)
  const holdId = await aHold(app, second.token, { date, guests: 2 })
  await share('ONE_GROUP')
  const body = aPayment(holdId, await app.simulator.cardToken(), { date, guests: 2 })
  expect((await app.answer(payForBooking, { token: second.token, body, ip: networkAddress() })).status).toBe(201)
  expect(await day()).toMatchObject({ existingBookings: 3, availableSpots: 0, reason: 'OTHER_GROUP' })
})

test('a trip cannot move to another group’s morning, but can to the customer’s own', async () => {
  await share('ONE_GROUP')
  const [own, other] = [await aBooking(app, { date: otherDate, guests: 1 }), await aBooking(app, { date, guests: 1 })]
  const move = () =>
    app.answer(rescheduleBooking, {
      token: own.token,
      params: { id: own.bookingId },
      body: { newSelectedDate: date, numberOfGuests: 1 },
    })
  expect(await move()).toMatchObject(refused())
  await app.call(setBookingStatus, { token: admin, params: { id: other.bookingId }, query: { status: 'CANCELLED' } })
  await aBooking(app, { date, guests: 2, angler: own })
  expect((await move()).status).toBe(200)
})

test('the rule also applies to the owner: phone bookings, corrections and status changes', async () => {
  await share('TWO_ANGLERS')
  const first = await aBooking(app, { date, guests: 1 })
  const { bookingData } = aPayment('', '', { date, guests: 2 })
  const enter = (email: string, numberOfGuests: number) =>
    app.answer(enterPhoneBooking, { token: admin, body: { ...bookingData, numberOfGuests, email } })
  expect(await enter('caller@example.com', 2)).toMatchObject(refused(expect.stringMatching(/^Only 1 spot is left/)))
  const entered = await enter('caller@example.com', 1)
  expect(entered.status).toBe(201)

  const correct = (id: number, numberOfGuests: number) =>
    app.answer(correctBooking, { token: admin, params: { id }, body: { numberOfGuests } })
  expect(await correct(first.bookingId, 2)).toMatchObject({
    ...refused(expect.stringMatching(/^Another group is on the boat on .*, and you don't let groups of this size/)),
    body: { details: [{ path: 'numberOfGuests' }] },
  })
  const set = (id: number, status: 'CANCELLED' | 'CONFIRMED') =>
    app.answer(setBookingStatus, { token: admin, params: { id }, query: { status } })
  expect((await set(entered.body.id, 'CANCELLED')).status).toBe(200)
  expect((await correct(first.bookingId, 2)).status).toBe(200)
  expect(await set(entered.body.id, 'CONFIRMED')).toMatchObject(refused('That day is already booked by another group.'))
})

test('loosening the rule offers the morning to the waitlist, as far as it allows', async () => {
  await share('ONE_GROUP')
  await aBooking(app, { date, guests: 1 })
  const line: [Angler, number][] = [
    [await anAngler(app), 2],
    [await anAngler(app), 1],
    [await anAngler(app), 1],
  ]
  for (const [{ token }, numberOfGuests] of line)
    await app.call(joinWaitlist, { token, body: { selectedDate: date, numberOfGuests } })
  const offered = async () => {
    await app.app.runJobs()
    const entries = await Promise.all(line.map(([{ token }]) => app.call(listMyWaitlist, { token })))
    return entries.map(([entry]) => entry?.offer?.numberOfGuests)
  }
  expect(await offered()).toEqual([undefined, undefined, undefined])
  await share('TWO_ANGLERS')
  expect(await offered()).toEqual([undefined, 1, undefined])
  await share('OPEN')
  expect(await offered()).toEqual([2, 1, undefined])
})

test('two groups asking for the last shared spot at once: one gets it, the other gets the reason', async () => {
  await share('TWO_ANGLERS')
  await aBooking(app, { date, guests: 1 })
  const people = await Promise.all(Array.from({ length: 4 }, () => anAngler(app)))
  const answers = await Promise.all(people.map((angler) => hold(angler, 1)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
})

test('a rule changed while groups book causes at worst a clear refusal, and the last rule holds', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => anAngler(app)))
  const answers = await Promise.all([
    ...people.slice(0, 4).map((angler) => hold(angler, 1)),
    share('ONE_GROUP').then(() => ({ status: 200 })),
    ...people.slice(4).map((angler) => hold(angler, 1)),
  ])
  expect(answers.filter(({ status }) => ![200, 201, 409].includes(status))).toEqual([])
  expect(await hold(await anAngler(app), 1)).toMatchObject({ status: 409 })
})
