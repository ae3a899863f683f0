import { correctBooking, setBookingStatus } from '@arcadia/contract/admin/bookings'
import { checkIn } from '@arcadia/contract/admin/check-ins'
import { setMaxCapacity, setPrivateSpotPrice, setSharing } from '@arcadia/contract/admin/configuration'
import { getDaySheet, getGuideCalendar } from '@arcadia/contract/admin/dashboard'
import { enterPhoneBooking } from '@arcadia/contract/admin/phone-bookings'
import { getAvailability } from '@arcadia/contract/availability'
import { getBooking, getTripCalendar, listBookingEvents, rescheduleBooking } from '@arcadia/contract/bookings'
import { createHold, getCurrentHold } from '@arcadia/contract/holds'
import { payBalance, payForBooking } from '@arcadia/contract/payments'
import { refundBooking } from '@arcadia/contract/refunds'
import { heldOf } from '@arcadia/contract/testing/held-of'
import { formatDayInWords } from '@arcadia/contract/trip-date'
import { joinWaitlist, listMyWaitlist } from '@arcadia/contract/waitlist'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { aColleague, anAdmin, anAngler, aPayment, networkAddress, openDates } from '../../testing/builders.ts'
import { checkBooks } from '../../testing/check-books.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

/** A morning that one group has to itself (docs/rules.md §2.22). */

let app: TestApp
let admin: string
let date: string
let otherDate: string
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp()
  admin = await anAdmin(app)
  await offer(250)
})
afterAll(() => app.close())
beforeEach(() => {
  date = dates.shift()!
  otherDate = dates.shift()!
})

const offer = (privateSpotPrice: number | null) =>
  app.call(setPrivateSpotPrice, { token: admin, body: { privateSpotPrice } })
const day = (of = date) => app.call(getAvailability, { params: { date: of } })
const hold = ({ token }: { token: string }, numberOfGuests: number, isPrivate = true, selectedDate = date) =>
  app.answer(createHold, { token, body: { selectedDate, numberOfGuests, isPrivate }, ip: networkAddress() })
const refused = (message: unknown = expect.any(String), error = 'not-private') => ({
  status: 409,
  body: { error, message },
})
const hasOthers = () => `Another group has spots on ${formatDayInWords(date)}, so that morning can't be private.`
const taken = () => `Another group has the boat on ${formatDayInWords(date)}.`
const correct = (id: number, numberOfGuests: number) =>
  app.answer(correctBooking, { token: admin, params: { id }, body: { numberOfGuests } })

test('the empty spots are bought with the booking: in the total and the balance, not in the deposit, at the price of the hold', async () => {
  const guest = await anAngler(app)
  const held = heldOf((await hold(guest, 2)).body)
  expect(held.privateMorning).toEqual({ spots: 4, spotPrice: 250 })
  expect(await day()).toMatchObject({ availableSpots: 0, bookable: false, reason: 'HELD' })
  expect((await hold(await anAngler(app), 1, false)).status).toBe(409)
  const current = await app.call(getCurrentHold, { token: guest.token, query: {} })
  expect(current.hold).toMatchObject({ privateMorning: { spots: 4, spotPrice: 250 } })

  await offer(900)
  const body = aPayment(held.holdId, await app.simulator.cardToken(), { date, guests: 2 })
  const ordinary = { ...body, bookingData: { ...body.bookingData, isPrivate: false } }
  expect(await app.answer(payForBooking, { token: guest.token, body: ordinary })).toMatchObject(
    refused('The hold is for a private morning.', 'payment-differs'),
  )
  const { booking } = await app.call(payForBooking, { token: guest.token, body })
  await offer(250)
  expect(booking).toMatchObject({
    totalAmount: 2 * 2500 + 2 * 250,
    depositAmount: 700,
    paidAmount: 700,
    pendingAmount: 4800,
    privateMorning: { spots: 4, spotPrice: 250 },
  })
  expect(await day()).toEqual({
    existingBookings: 2,
    existingGroups: 1,
    availableSpots: 0,
    isAtCapacity: true,
    bookable: false,
    reason: 'OTHER_GROUP',
    isPrivate: true,
  })
  expect(await hold(await anAngler(app), 1, false)).toMatchObject(refused(taken(), 'not-enough-spots'))
})

test('whatever the capacity becomes, nobody joins; an angler added takes an empty spot, whose price comes off', async () => {
  const { bookingId } = await aBooking(app, { date, guests: 2, isPrivate: true })
  await app.call(setMaxCapacity, { token: admin, body: { maxCapacity: 6 } })
  expect(await day()).toMatchObject({ availableSpots: 0, reason: 'OTHER_GROUP' })
  expect(await hold(await anAngler(app), 1, false)).toMatchObject(refused(taken(), 'not-enough-spots'))
  await app.call(setMaxCapacity, { token: admin, body: { maxCapacity: 4 } })
  const totalOf = async (guests: number) => (await correct(bookingId, guests)).body
  expect(await totalOf(3)).toMatchObject({ totalAmount: 3 * 2500 + 250, depositAmount: 1050 })
  expect(await totalOf(4)).toMatchObject({ totalAmount: 4 * 2500, privateMorning: { spots: 4 } })
  expect(await totalOf(1)).toMatchObject({ totalAmount: 2500 + 3 * 250 })
})

test('it is sold only where no other group is, to whom another could still join, while the owner offers it', async () => {
  const other = await aBooking(app, { date, guests: 1 })
  const guest = await anAngler(app)
  expect(await hold(guest, 2)).toMatchObject(refused(hasOthers()))
  expect((await hold(other, 1)).status).toBe(201)
  const holder = await anAngler(app)
  expect((await hold(holder, 1, false, otherDate)).status).toBe(201)
  date = otherDate
  expect(await hold(guest, 2)).toMatchObject(refused(hasOthers()))
  // A refused private hold leaves what the guest held before.
  date = dates.shift()!
  expect(await hold(guest, 4)).toMatchObject(refused())
  const ordinary = await hold(guest, 2, false)
  await offer(null)
  expect(await hold(guest, 2)).toMatchObject(refused())
  await offer(250)
  const { hold: kept } = await app.call(getCurrentHold, { token: guest.token, query: {} })
  expect(kept).toMatchObject({ holdId: heldOf(ordinary.body).holdId })
  await app.call(setSharing, { token: admin, body: { sharing: 'ONE_GROUP' } })
  expect(await hold(guest, 2)).toMatchObject(refused())
  await app.call(setSharing, { token: admin, body: { sharing: 'TWO_ANGLERS' } })
  // Only one more angler could come.
  expect(heldOf((await hold(guest, 1)).body).privateMorning).toEqual({ spots: 2, spotPrice: 250 })
  await app.call(setSharing, { token: admin, body: { sharing: 'OPEN' } })
})

test('of a private and an ordinary group that ask at once, one has the day', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => anAngler(app)))
  await Promise.all(people.map((angler, index) => hold(angler, 1, index % 2 === 0)))
  const { availableSpots } = await day()
  const { rows } = await app.database.pool.query(
    'select count(*)::integer as groups, bool_or(is_private) as alone from each_claim($1, $1, $2)',
    [date, app.clock.now()],
  )
  expect(rows[0]).toEqual(rows[0].alone ? { groups: 1, alone: true } : { groups: 4, alone: false })
  expect(availableSpots).toBe(0)
})

test('it moves only to a morning without another group, and its old one is offered to whoever waits', async () => {
  const guest = await aBooking(app, { date, guests: 2, isPrivate: true })
  const waiting = await anAngler(app)
  await app.call(joinWaitlist, { token: waiting.token, body: { selectedDate: date, numberOfGuests: 1 } })
  await app.app.runJobs()
  const offered = async () => (await app.call(listMyWaitlist, { token: waiting.token }))[0]?.offer
  expect(await offered()).toBeNull()

  const shared = dates.shift()!
  await aBooking(app, { date: shared, guests: 1 })
  const move = (newSelectedDate: string) =>
    app.answer(rescheduleBooking, {
      token: guest.token,
      params: { id: guest.bookingId },
      body: { newSelectedDate, numberOfGuests: 2 },
    })
  expect(await move(shared)).toMatchObject(refused(expect.stringContaining("so that morning can't be private")))
  expect((await move(otherDate)).status).toBe(200)
  expect(await day(otherDate)).toMatchObject({ availableSpots: 0, reason: 'OTHER_GROUP' })
  expect(await offered()).toMatchObject({ numberOfGuests: 1 })
})

test('the owner ends it: the empty spots leave the total and go to whoever waits, and what was paid above it is refunded', async () => {
  const guest = await aBooking(app, { date, guests: 2, isPrivate: true })
  const waiting = await anAngler(app)
  await app.call(joinWaitlist, { token: waiting.token, body: { selectedDate: date, numberOfGuests: 1 } })
  const params = { id: guest.bookingId }
  const body = {
    bookingId: guest.bookingId,
    amount: 4800,
    currency: 'USD' as const,
    paymentToken: await app.simulator.cardToken(),
  }
  await app.call(payBalance, { token: guest.token, body })
  const end = (more: object = {}) =>
    app.answer(correctBooking, { token: admin, params, body: { isPrivate: false, ...more } })
  expect(await end()).toMatchObject(
    refused(
      '$5,500.00 has been paid, and the new total is $5,000.00. That leaves $500.00: refund it, or leave it as credit on the booking.',
      'total-below-paid',
    ),
  )
  expect(await day()).toMatchObject({ availableSpots: 0, isPrivate: true })

  const ended = { status: 200, body: { totalAmount: 5000, depositAmount: 700, pendingAmount: 0, privateMorning: null } }
  expect(await end({ acceptsOverpayment: true })).toMatchObject(ended)
  expect(await end()).toMatchObject(ended)
  expect(await day()).toMatchObject({ existingBookings: 2, availableSpots: 1 })
  expect((await app.call(listMyWaitlist, { token: waiting.token }))[0]?.offer).toMatchObject({ numberOfGuests: 1 })
  const history = await app.call(listBookingEvents, { token: guest.token, params })
  const says = 'Updated: the morning is no longer private. The total is $5,000.00.'
  expect(history.filter(({ kind }) => kind === 'corrected')).toMatchObject([{ description: says }])
  const mails = await readMails(app, 'ada@example.com', 'booking-corrected')
  expect(mails.at(-1)!.text).toContain('the morning is no longer private')
  expect(mails.at(-1)!.text).toContain('Total: $5,000.00')
  expect(mails.at(-1)!.text).not.toContain('Private morning')

  await app.call(refundBooking, { token: admin, params, query: { amount: 500 } })
  await app.app.runJobs()
  expect(await app.call(getBooking, { token: admin, params })).toMatchObject({ refundedAmount: 500, pendingAmount: 0 })
  await checkBooks(app, admin)
  // It is bought with a booking only, at the price of its hold.
  expect(await app.answer(correctBooking, { token: admin, params, body: { isPrivate: true } })).toMatchObject(refused())
})

test('its own guest books nothing beside it: an angler more takes one of its empty spots', async () => {
  const guest = await aBooking(app, { date, guests: 2, isPrivate: true })
  const own = `You have the whole boat on ${formatDayInWords(date)}. Anyone who joins takes one of its empty spots, so add them on the page of your trip instead of booking again.`
  expect(await hold(guest, 1, false)).toMatchObject(refused(own, 'date-not-bookable'))
  const elsewhere = await aBooking(app, { date: otherDate, guests: 1, angler: guest })
  const move = { token: guest.token, params: { id: elsewhere.bookingId } }
  expect(
    await app.answer(rescheduleBooking, { ...move, body: { newSelectedDate: date, numberOfGuests: 1 } }),
  ).toMatchObject(refused(own, 'date-not-bookable'))
  const waitlist = { token: guest.token, body: { selectedDate: date, numberOfGuests: 1 } }
  expect(await app.answer(joinWaitlist, waitlist)).toMatchObject(refused(own, 'date-not-bookable'))
})

test('who pays first buys it with the payment', async () => {
  const guest = await anAngler(app)
  const body = aPayment(undefined, await app.simulator.cardToken(), { date, guests: 1 })
  Object.assign(body.bookingData, { isPrivate: true })
  const headers = { 'idempotency-key': 'private-press' }
  const { booking } = await app.call(payForBooking, { token: guest.token, headers, body, ip: networkAddress() })
  expect(booking).toMatchObject({ totalAmount: 2500 + 3 * 250, privateMorning: { spots: 4 } })
})

test('a private hold counts as the whole boat toward the limits on unpaid claims', async () => {
  const ip = networkAddress()
  const answers = []
  // As ordinary ones, all six would be within the eight spots that any network may keep.
  for (let number = 0; number < 6; number++)
    answers.push(
      await app.answer(createHold, {
        token: (await anAngler(app)).token,
        body: { selectedDate: dates.shift()!, numberOfGuests: 1, isPrivate: true },
        ip,
      }),
    )
  expect(answers[0]!.status).toBe(201)
  expect(answers.at(-1)!.status).toBe(202)
  expect(answers.at(-1)!.body).toMatchObject({ payFirst: true, privateMorning: { spots: 4, spotPrice: 250 } })
})

test('staff sells it by phone, takes idle holds for it only if told to, and cannot bring a canceled group back beside it', async () => {
  const canceled = await aBooking(app, { date, guests: 1 })
  const set = (status: 'CANCELLED' | 'CONFIRMED') =>
    app.answer(setBookingStatus, { token: admin, params: { id: canceled.bookingId }, query: { status } })
  const { bookingData } = aPayment('', '', { date, guests: 3 })
  const enter = (more: object = {}) =>
    app.answer(enterPhoneBooking, {
      token: admin,
      headers: { 'idempotency-key': `entered-${date}` },
      body: { ...bookingData, email: 'private@example.com', isPrivate: true, ...more },
    })
  expect(await enter()).toMatchObject(refused(hasOthers()))
  await set('CANCELLED')
  await hold(await anAngler(app), 1, false)
  expect(await enter()).toMatchObject({ status: 409, body: { error: 'spots-held' } })
  const entered = await enter({ takeHeldSpots: true })
  expect(entered).toMatchObject({
    status: 201,
    body: { totalAmount: 3 * 2500 + 250, depositAmount: 1050, privateMorning: { spots: 4, spotPrice: 250 } },
  })
  expect(await enter({ isPrivate: false })).toMatchObject({ status: 409, body: { error: 'key-reused' } })
  expect(await set('CONFIRMED')).toMatchObject(
    refused('That day is already booked by another group.', 'not-enough-spots'),
  )
  expect(await app.call(getBooking, { token: admin, params: { id: entered.body.id } })).toMatchObject({
    privateMorning: { spots: 4 },
  })
})

test('guest, staff and guide read it, each as far as they see prices', async () => {
  const guest = await aBooking(app, { date, guests: 2, isPrivate: true })
  const [mail] = await readMails(app, 'ada@example.com', 'booking-confirmed')
  for (const line of [
    'The whole boat is yours that morning.',
    'Group: 2 anglers, private morning',
    'Private morning: $500.00 for the 2 empty spots',
    'Total: $5,500.00',
  ])
    expect(mail!.text).toContain(line)
  const params = { id: guest.bookingId }
  const { body: file } = await app.answer(getTripCalendar, { token: guest.token, params })
  expect(String(file).replaceAll('\r\n ', '')).toContain('2 anglers\\, private morning')

  app.clock.set(new Date(`${date}T12:00:00Z`))
  const guide = await aColleague(app, 'GUIDE')
  const sheet = await app.call(getDaySheet, { token: guide.token, params: { date } })
  expect(sheet.parties.map(({ privateMorning }) => privateMorning)).toEqual([{ spots: 4 }])
  expect(sheet.walkUp).toEqual({ spotsLeft: 0, whyNot: taken() })
  const { days } = await app.call(getGuideCalendar, { token: guide.token })
  expect(days.find((one) => one.date === date)).toMatchObject({ anglers: 2, isPrivate: true })
  await app.call(checkIn, {
    token: guide.token,
    params,
    body: { date, state: 'NO_SHOW', was: null, at: app.clock.now().toISOString() },
  })
  // The group didn't come, so a walk-up may.
  const after = await app.call(getDaySheet, { token: guide.token, params: { date } })
  expect(after.walkUp).toEqual({ spotsLeft: 4, whyNot: null })
})
