import { moveBooking, setBookingStatus } from '@arcadia/contract/admin/bookings'
import { cancelBooking, listBookingEvents, rescheduleBooking } from '@arcadia/contract/bookings'
import { closeDayMove, listDayMoves, moveDay, refundMovedDay } from '@arcadia/contract/day-moves'
import { payForBooking } from '@arcadia/contract/payments'
import { addDays, venueInstant } from '@arcadia/contract/trip-date'
import { moveTrip, refundTrip } from '@arcadia/contract/trips'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { aHold, anAdmin, anAngler, aPayment, networkAddress } from '../../testing/builders.ts'
import { checkBooks } from '../../testing/check-books.ts'
import { phoneBookingsOf } from '../../testing/phone-bookings-of.ts'
import { readMails } from '../../testing/read-mail.ts'
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts'

const OWNER = 'guide@example.com'
const start = new Date('2027-04-05T14:00:00Z')
let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp({
    settings: { BUSINESS_EMAIL: OWNER },
    patience: { answerWithinMs: 4000, callMs: 8000 },
  })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(start)
  token = await anAdmin(app)
  await app.simulator.control('POST', '/reset')
})

const { dates, read, spots, pay, awaited: enterAwaited } = phoneBookingsOf(() => ({ app, token }))
const nextDate = () => dates.shift()!
const HOUR_MS = 3_600_000
const inHours = (hours: number) => new Date(app.clock.now().getTime() + hours * HOUR_MS)
const past = async (hours: number) => {
  app.clock.advance({ minutes: hours * 60 })
  token = await anAdmin(app)
}
const callOff = (date: string) => app.call(moveDay, { token, body: { date, reason: 'WEATHER' } })
const putBackOn = (id: number) => app.call(closeDayMove, { token, params: { id }, body: { opensDay: true } })
const partiesOf = async (id: number) =>
  (await app.call(listDayMoves, { token, query: { size: 100 } })).content.find((move) => move.id === id)!.parties
const refundMoved = ({ token, bookingId: id }: Awaited<ReturnType<typeof aBooking>>) =>
  app.answer(refundMovedDay, { token, params: { id } })

let callers = 0
/** A phone booking of a caller with an email, whose spots are held for its deposit for an hour. */
async function awaited(over: Parameters<typeof enterAwaited>[0] = {}) {
  const email = `rosa${++callers}@example.com`
  return { ...(await enterAwaited({ email, ...over })), email }
}
const answeringOf = async (moveId: number, bookingId: number) =>
  (await partiesOf(moveId)).find((party) => party.bookingId === bookingId)!.link!.split('#')[1]!
const moveByLink = async (moveId: number, bookingId: number, newSelectedDate: string) =>
  app.call(moveTrip, { body: { token: await answeringOf(moveId, bookingId), newSelectedDate } })
const noticesAbout = async (confirmationNumber: string) =>
  (await readMails(app, OWNER)).filter(({ text }) => text.includes(confirmationNumber))

describe('a group that was set to pending', () => {
  test('is told of its new date as any other, and so is the owner', async () => {
    const [date, to] = [nextDate(), nextDate()]
    const { bookingId, token: guest, confirmationNumber } = await aBooking(app, { date })
    await app.call(setBookingStatus, { token, params: { id: bookingId }, query: { status: 'PENDING' } })
    await callOff(date)
    const body = { newSelectedDate: to, numberOfGuests: 1 }
    await app.call(rescheduleBooking, { token: guest, params: { id: bookingId }, body })
    await past(1)
    await app.app.runJobs()
    const told = (await readMails(app, 'ada@example.com')).filter(({ text }) => text.includes(confirmationNumber))
    const moved = told.find(({ kind }) => kind === 'booking-rescheduled')
    expect(moved?.text).toContain("This booking isn't confirmed yet")
    expect(moved?.text).not.toContain('See you then')
    expect(told.map(({ kind }) => kind)).not.toContain('deposit-awaited')
    const notice = (await noticesAbout(confirmationNumber)).find(({ kind }) => kind === 'booking-moved-notice')
    expect(notice?.text).toContain('which you called off')
    expect(notice?.text).not.toContain('open again')
  })
})

describe('a group that awaits its deposit', () => {
  test('keeps its new date no longer than until that trip begins', async () => {
    const [to, date] = [nextDate(), dates.pop()!]
    const { id } = await awaited({ selectedDate: date, depositUntil: venueInstant(date, '06:00').toISOString() })
    const off = await callOff(date)
    await moveByLink(off.id, id, to)
    expect((await read(id)).depositUntil).toBe(venueInstant(to, '08:00').toISOString())
  })

  test.each(['guest', 'staff'])(
    'has a day to pay for its new date, also if the %s moves it after its time',
    async (by) => {
      const { id, date, link } = await awaited()
      const to = nextDate()
      const off = await callOff(date)
      await past(2)
      if (by === 'guest') await moveByLink(off.id, id, to)
      else await app.call(moveBooking, { token, params: { id }, body: { from: date, to } })
      await app.app.runJobs()
      expect(await read(id)).toMatchObject({
        status: 'PENDING',
        selectedDate: to,
        depositUntil: inHours(24).toISOString(),
      })
      expect(await spots(to)).toBe(2)
      expect((await pay(link)).status).toBe(201)
      expect(await read(id)).toMatchObject({ status: 'CONFIRMED', selectedDate: to })
    },
  )

  test('that pays right after it moved: the owner is told from which day', async () => {
    const { id, date, link, confirmationNumber } = await awaited()
    const to = nextDate()
    const off = await callOff(date)
    await moveByLink(off.id, id, to)
    expect((await pay(link)).status).toBe(201)
    expect((await noticesAbout(confirmationNumber)).map(({ kind }) => kind)).toContain('booking-moved-notice')
  })

  test('has a day to pay once its trip is on after all, although its time has passed', async () => {
    const { id, date, email, link } = await awaited()
    const off = await callOff(date)
    await past(2)
    await app.app.runJobs()
    await putBackOn(off.id)
    const until = inHours(24).toISOString()
    await app.app.runJobs()
    expect(await read(id)).toMatchObject({ status: 'PENDING', depositUntil: until })
    expect((await readMails(app, email, 'day-move-withdrawn'))[0]!.text).toContain('Pay the deposit by Tue, Apr 6')
    const history = await app.call(listBookingEvents, { token, params: { id } })
    expect(history.at(-1)!.description).toMatch(/^We put the trip back on\. The spots are held for the deposit until /)
    await putBackOn(off.id)
    expect((await read(id)).depositUntil).toBe(until)
    expect((await pay(link)).status).toBe(201)
    expect(await read(id)).toMatchObject({ status: 'CONFIRMED' })
  })

  test.each([1, -1])(
    'has until its trip begins, or a day if that hour has passed, when it is on %i hours before',
    async (hours) => {
      const date = dates.pop()!
      const begins = venueInstant(date, '08:00')
      const { id, email, link } = await awaited({ selectedDate: date })
      const off = await callOff(date)
      app.clock.set(new Date(begins.getTime() - hours * HOUR_MS))
      token = await anAdmin(app)
      await putBackOn(off.id)
      await app.app.runJobs()
      const until = hours > 0 ? begins : inHours(24)
      expect(await read(id)).toMatchObject({ status: 'PENDING', depositUntil: until.toISOString() })
      expect(await readMails(app, email, 'day-move-withdrawn')).toHaveLength(1)
      expect((await pay(link)).status).toBe(201)
      expect(await read(id)).toMatchObject({ status: 'CONFIRMED', selectedDate: date })
    },
  )

  test('is let go on its day if it does not pay within that day', async () => {
    const { id, date, email } = await awaited()
    const off = await callOff(date)
    await past(2)
    await putBackOn(off.id)
    await past(25)
    await app.app.runJobs()
    expect(await read(id)).toMatchObject({ status: 'CANCELLED' })
    expect(await readMails(app, email, 'booking-cancelled')).toHaveLength(1)
    expect(await spots(date)).toBe(4)
  })

  test('is asked after its time, and its release at once with its answer leaves it to the answer', async () => {
    const { id, date } = await awaited()
    await past(2)
    const off = await callOff(date)
    expect(await partiesOf(off.id)).toMatchObject([{ bookingId: id, state: 'WAITING' }])
    const to = nextDate()
    await Promise.all([app.app.runJobs(), moveByLink(off.id, id, to), app.app.runJobs()])
    await app.app.runJobs()
    expect(await read(id)).toMatchObject({ status: 'PENDING', selectedDate: to })
  })

  test.each(['captured', 'declined'])(
    'whose payment is under way when the day is called off is asked once it is %s',
    async (as) => {
      const { id, date, link, email } = await awaited()
      const other = await aBooking(app, { date })
      const fault = as === 'captured' ? 'lost-answer' : 'lost-request'
      await app.simulator.fault({ operation: 'charge', fault, times: 1 })
      await app.simulator.fault({ operation: 'find-charge', fault: 'server-error' })
      expect((await pay(link, as === 'captured' ? {} : { name: 'Decline' })).status).toBe(202)
      const off = await callOff(date)
      expect((await partiesOf(off.id)).map(({ bookingId }) => bookingId)).toEqual([other.bookingId])
      const to = nextDate()
      expect(await app.answer(moveBooking, { token, params: { id }, body: { from: date, to } })).toMatchObject({
        status: 409,
        body: { error: 'payment-in-progress' },
      })
      await past(2)
      await app.simulator.endFaults()
      await eventually(async () => {
        await app.app.runJobs()
        app.clock.advance({ seconds: 5 })
        return (await partiesOf(off.id)).length === 2
      })
      token = await anAdmin(app)
      expect(await read(id)).toMatchObject({ status: as === 'captured' ? 'CONFIRMED' : 'PENDING' })
      expect(await readMails(app, email, 'day-move-asked')).toHaveLength(1)
      const answer = await app.call(refundTrip, { body: { token: await answeringOf(off.id, id) } })
      expect(answer).toMatchObject({ trip: { status: 'CANCELLED' } })
      expect(await read(id)).toMatchObject({ refundedAmount: as === 'captured' ? 700 : 0 })
      expect(await checkBooks(app, token)).toMatchObject({ balanced: true, unresolved: 0 })
    },
  )
})

test('a booking at checkout whose payment stays unknown is neither asked nor moved nor refunded before the outcome', async () => {
  const date = nextDate()
  const first = await aBooking(app, { date })
  const payer = await anAngler(app)
  const holdId = await aHold(app, payer.token, { date, guests: 1 })
  await app.simulator.fault({ operation: 'charge', fault: 'slow', delayMs: 600_000 })
  const body = aPayment(holdId, await app.simulator.cardToken(), { date, guests: 1 })
  const paid = await app.answer(payForBooking, { token: payer.token, body, ip: networkAddress() })
  const { id } = paid.body.booking
  expect(paid.body).toMatchObject({ status: 'PROCESSING', booking: { status: 'PENDING' } })
  const off = await callOff(date)
  await app.app.runJobs()
  expect((await partiesOf(off.id)).map(({ bookingId }) => bookingId)).toEqual([first.bookingId])
  const to = nextDate()
  const moving = { token: payer.token, params: { id }, body: { newSelectedDate: to, numberOfGuests: 1 } }
  expect(await app.answer(rescheduleBooking, moving)).toMatchObject({ body: { error: 'payment-in-progress' } })
  expect(await app.answer(cancelBooking, { token: payer.token, params: { id } })).toMatchObject({ status: 409 })
  expect((await refundMoved(first)).status).toBe(200)
  app.clock.set(venueInstant(addDays(date, 1), '06:00'))
  token = await anAdmin(app)
  // The next morning it would be marked as a trip that took place.
  const close = { token, params: { id: off.id }, body: { opensDay: false } }
  expect(await app.answer(closeDayMove, close)).toMatchObject({ status: 409, body: { error: 'parties-still-waiting' } })
  app.clock.set(start)
  token = await anAdmin(app)
  await app.simulator.endFaults()
  await eventually(async () => {
    await app.app.runJobs()
    app.clock.advance({ seconds: 5 })
    return (await partiesOf(off.id)).length === 2
  })
  expect((await app.answer(rescheduleBooking, moving)).status).toBe(200)
})
