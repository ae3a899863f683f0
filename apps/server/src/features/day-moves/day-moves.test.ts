import { listAuditEntries } from '@arcadia/contract/admin/audit-log'
import { setBookingStatus } from '@arcadia/contract/admin/bookings'
import { getDaySheet } from '@arcadia/contract/admin/dashboard'
import { listMails } from '@arcadia/contract/admin/mails'
import { enterPhoneBooking } from '@arcadia/contract/admin/phone-bookings'
import { getAvailability } from '@arcadia/contract/availability'
import {
  type BookingStatus,
  cancelBooking,
  getBooking,
  getRescheduleEligibility,
  listBookingEvents,
  rescheduleBooking,
} from '@arcadia/contract/bookings'
import {
  closeDayMove,
  listDayMoves,
  listMovedDays,
  moveDay,
  reachParty,
  refundMovedDay,
} from '@arcadia/contract/day-moves'
import { payForBooking } from '@arcadia/contract/payments'
import { listRefundableFailures } from '@arcadia/contract/refunds'
import type { WireInput } from '@arcadia/contract/testing/wire-client'
import { addDays, formatFullDate } from '@arcadia/contract/trip-date'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { aHold, anAdmin, anAngler, aPayment, networkAddress, openDates } from '../../testing/builders.ts'
import { checkBooks } from '../../testing/check-books.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await anAdmin(app)
})
afterAll(() => app.close())

const dates = openDates()
const nextDate = () => dates.shift()!
type Booked = Awaited<ReturnType<typeof aBooking>>

const move = (date: string, body: Omit<WireInput<typeof moveDay>['body'], 'date'> = { reason: 'WEATHER' }) =>
  app.answer(moveDay, { token: admin, body: { date, ...body } })
const close = (id: number, opensDay = false) =>
  app.answer(closeDayMove, { token: admin, params: { id }, body: { opensDay } })
const seenByOwner = async (id: number) => {
  const body = await app.call(listDayMoves, { token: admin, query: { size: 100 } })
  return body.content.find((move) => move.id === id)!
}
const reschedule = ({ token, bookingId }: Booked, newSelectedDate: string, numberOfGuests = 1) =>
  app.answer(rescheduleBooking, { token, params: { id: bookingId }, body: { newSelectedDate, numberOfGuests } })
const takeBack = ({ token, bookingId }: Booked) => app.answer(refundMovedDay, { token, params: { id: bookingId } })
const bookingOf = ({ token, bookingId }: Booked) => app.call(getBooking, { token, params: { id: bookingId } })
const askedOf = (token: string) => app.call(listMovedDays, { token })
const day = (date: string) => app.call(getAvailability, { params: { date } })
const mailsAbout = async (bookingId: number, kind: string) => {
  const body = await app.call(listMails, { token: admin, query: { bookingId } })
  return body.content.filter((mail) => mail.kind === kind)
}

describe('calling off a day', () => {
  test('emails every confirmed group, closes the day, and shows the answers', async () => {
    const [date, to] = [nextDate(), nextDate()]
    const moves = await aBooking(app, { date })
    const refunds = await aBooking(app, { date })
    const silent = await aBooking(app, { date })
    const left = await aBooking(app, { date })
    await app.call(cancelBooking, { token: left.token, params: { id: left.bookingId } })

    const opened = await move(date, { reason: 'OTHER', words: 'The boat is on the trailer, and stays there.' })
    expect(opened).toMatchObject({ status: 201, body: { date, closedAt: null } })
    const { id } = opened.body
    expect(opened.body.parties.map((party) => party.bookingId)).toEqual([
      moves.bookingId,
      refunds.bookingId,
      silent.bookingId,
    ])
    expect(await day(date)).toMatchObject({ bookable: false, reason: 'BLACKOUT', existingBookings: 3 })
    const [mail] = await readMails(app, 'ada@example.com', 'day-move-asked')
    expect(mail?.text).toContain('The boat is on the trailer, and stays there.')
    expect(mail?.text).toContain(opened.body.parties[0]!.link)
    expect(await askedOf(silent.token)).toEqual([
      { bookingId: silent.bookingId, date, reason: 'OTHER', words: expect.any(String), state: 'OPEN' },
    ])

    const history = await app.call(listBookingEvents, { token: moves.token, params: { id: moves.bookingId } })
    expect(history.at(-1)?.description).toBe(`We called off the trip on ${formatFullDate(date)}.`)
    expect((await reschedule(moves, to)).status).toBe(200)
    expect(await takeBack(refunds)).toMatchObject({
      status: 200,
      body: { success: true, message: expect.stringContaining('$350.00'), booking: { status: 'CANCELLED' } },
    })
    expect(await seenByOwner(id)).toMatchObject({
      parties: [
        { state: 'MOVED', movedTo: to, refund: null },
        { state: 'REFUNDED', movedTo: null, refund: { amount: 350, status: 'DONE' } },
        { state: 'WAITING', movedTo: null, mail: { status: 'WAITING' } },
      ],
    })
    expect(await day(to)).toMatchObject({ existingBookings: 1 })
    expect((await askedOf(moves.token))[0]!.state).toBe('ANSWERED')
    expect((await checkBooks(app, admin)).balanced).toBe(true)
    const log = await app.answer(listAuditEntries, { token: admin, query: { subjectKind: 'day-move', subjectId: id } })
    expect(log.body.content[0]).toMatchObject({ action: 'day.moved' })
  })

  test('tells each group what comes back the way it paid', async () => {
    const date = nextDate()
    const paidBy = async (name: string, payment?: { amount: number; method: 'CASH'; note: null }) => {
      const email = `${name}.called.off@example.com`
      const contact = { firstName: 'Rosa', lastName: 'Diaz', email, phone: '(863) 555-0100' }
      const body = { selectedDate: date, numberOfGuests: 1, packageType: 'TROPHY' as const, ...contact, payment }
      await app.call(enterPhoneBooking, { token: admin, body })
      return email
    }
    const cash = await paidBy('cash', { amount: 700, method: 'CASH', note: null })
    const nothing = await paidBy('nothing')
    const card = await aBooking(app, { date })
    expect((await move(date)).status).toBe(201)
    const textTo = async (email: string, about = '') =>
      (await readMails(app, email, 'day-move-asked')).find(({ text }) => text.includes(about))!.text
    expect(await textTo(cash)).toContain("we'll cancel the booking and give back the $700.00 you paid in cash.")
    const refunded = await textTo('ada@example.com', card.confirmationNumber)
    expect(refunded).toContain("we'll cancel the booking and refund $350.00 to the Visa ending in 1111.")
    expect(refunded).toMatch(/Nearest mornings: (\w{3}, \w{3} \d+\n {2}){2}\w{3}, \w{3} \d+\n/)
    const unpaid = await textTo(nothing)
    expect(unpaid).toContain("Or cancel: you don't owe anything for that day.")
    expect(unpaid).toContain('New date or cancel: ')
  })

  test('offers no new date while no other morning is open for the group', async () => {
    const before = app.clock.now()
    app.clock.set('2027-09-03T15:00:00Z')
    const token = await anAdmin(app)
    const email = 'last.morning@example.com'
    const contact = { firstName: 'Rosa', lastName: 'Diaz', email, phone: '(863) 555-0100' }
    const payment = { amount: 700, method: 'CASH' as const, note: null }
    const body = { selectedDate: '2027-09-04', numberOfGuests: 2, packageType: 'TROPHY' as const, ...contact, payment }
    await app.call(enterPhoneBooking, { token, body })
    await app.call(moveDay, { token, body: { date: '2027-09-04', reason: 'WEATHER' } })
    const { text } = (await readMails(app, email, 'day-move-asked'))[0]!
    expect(text).toContain('No other morning is open for 2 anglers right now. Want to know when one opens? Call ')
    expect(text).toContain("Your money back: we'll cancel the booking and give back the $700.00 you paid in cash.")
    expect(text).toContain('Get your money back: http')
    for (const unsaid of ['Nearest mornings', 'new date', "can't hold a date"]) expect(text).not.toContain(unsaid)
    app.clock.set(before)
  })

  test('two admins at once make one move, and no one is asked twice', async () => {
    const date = nextDate()
    const booking = await aBooking(app, { date })
    const replies = await Promise.all([move(date), move(date), move(date)])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(replies.find(({ status }) => status === 409)?.body.error).toBe('day-move-open')
    await app.app.runJobs()
    expect(await mailsAbout(booking.bookingId, 'day-move-asked')).toHaveLength(1)
  })

  test('is refused for a past day, a day without groups, and a missing reason text', async () => {
    expect(await move('2027-04-01')).toMatchObject({ status: 409, body: { error: 'day-has-passed' } })
    expect(await move(nextDate())).toMatchObject({ status: 409, body: { error: 'nobody-to-move' } })
    expect(await move(nextDate(), { reason: 'OTHER', words: ' ' })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'words' }] },
    })
    expect((await close(999_999)).status).toBe(404)
  })

  test('releases holds, and also asks a group whose payment finished later', async () => {
    const date = nextDate()
    const [first, holder] = [await aBooking(app, { date }), await anAngler(app)]
    const holdId = await aHold(app, holder.token, { date, guests: 1 })
    const payer = await anAngler(app)
    const paidHold = await aHold(app, payer.token, { date, guests: 1 })
    await app.simulator.fault({ operation: 'charge', fault: 'slow', delayMs: 600_000 })
    const body = aPayment(paidHold, await app.simulator.cardToken(), { date, guests: 1 })
    const paying = app.answer(payForBooking, { token: payer.token, body, ip: networkAddress() })
    const attempts = () =>
      app.database.db.selectFrom('payment_attempts').select('id').where('hold_id', '=', paidHold).execute()
    await expect.poll(async () => (await attempts()).length).toBe(1)

    const { body: dayMove } = await move(date)
    expect(dayMove.parties).toHaveLength(1)
    const late = aPayment(holdId, await app.simulator.cardToken(), { date, guests: 1 })
    const refused = await app.answer(payForBooking, { token: holder.token, body: late })
    expect(refused).toMatchObject({
      status: 409,
      body: { error: 'spots-taken', message: "This day was just called off. You weren't charged." },
    })
    await app.simulator.endFaults()
    const paid = await paying
    expect(paid.status).toBe(201)
    await app.app.runJobs()
    expect((await seenByOwner(dayMove.id)).parties.map((party) => party.bookingId)).toEqual([
      first.bookingId,
      paid.body.booking.id,
    ])
    expect(await mailsAbout(paid.body.booking.id, 'day-move-asked')).toHaveLength(1)
  })
})

describe('answering', () => {
  test('moving and refunding at once: exactly one happens', async () => {
    const [date, to] = [nextDate(), nextDate()]
    const booking = await aBooking(app, { date, guests: 2 })
    await move(date)
    const [moved, refunded] = await Promise.all([reschedule(booking, to, 2), takeBack(booking)])
    expect([moved.status, refunded.status].sort()).toEqual([200, 409])
    const now = await bookingOf(booking)
    if (moved.status === 200) {
      expect(refunded.body.error).toBe('day-move-over')
      expect(now).toMatchObject({ status: 'CONFIRMED', selectedDate: to, refundedAmount: 0 })
    } else {
      expect(moved.body.error).toBe('not-reschedulable')
      expect(now).toMatchObject({ status: 'CANCELLED', refundedAmount: 700 })
    }
    expect((await day(to)).availableSpots).toBe(moved.status === 200 ? 2 : 4)
  })

  test('everyone moves to the same day at once: it fills up and is never oversold', async () => {
    const [date, to] = [nextDate(), nextDate()]
    await aBooking(app, { date: to, guests: 2 })
    const parties: Booked[] = []
    for (let made = 0; made < 4; made++) parties.push(await aBooking(app, { date }))
    const { body: dayMove } = await move(date)
    const replies = await Promise.all(parties.map((party) => reschedule(party, to)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409])
    expect(replies.filter(({ status }) => status === 409).map(({ body }) => body.error)).toEqual([
      'not-enough-spots',
      'not-enough-spots',
    ])
    expect(await day(to)).toMatchObject({ existingBookings: 4, availableSpots: 0 })
    const states = (await seenByOwner(dayMove.id)).parties.map((party) => party.state)
    expect(states.sort()).toEqual(['MOVED', 'MOVED', 'WAITING', 'WAITING'])
  })

  test('the deposit is refunded once, however often requested', async () => {
    const date = nextDate()
    const booking = await aBooking(app, { date })
    await move(date)
    const before = await app.simulator.calls('refund')
    const replies = await Promise.all([takeBack(booking), takeBack(booking), takeBack(booking)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await takeBack(booking)).body).toMatchObject({ success: true })
    expect((await app.simulator.calls('refund')) - before).toBe(1)
    expect((await bookingOf(booking)).refundedAmount).toBe(350)
    expect(await mailsAbout(booking.bookingId, 'booking-cancelled')).toHaveLength(1)
    const query = { subjectKind: 'booking', subjectId: booking.bookingId } as const
    const { content } = await app.call(listAuditEntries, { token: admin, query })
    expect(content.map(({ action, after }) => [action, JSON.parse(after!)]).reverse()).toEqual([
      [
        'booking.refunded',
        { amount: '$350.00', description: 'The day was called off, and the customer chose a refund' },
      ],
    ])
  })

  test.each(['before', 'after'])(
    'a group set to pending %s the day is called off has the same choice',
    async (when) => {
      const [date, to] = [nextDate(), nextDate()]
      const [moves, refunds] = [await aBooking(app, { date }), await aBooking(app, { date })]
      const setPending = async () => {
        for (const { bookingId: id } of [moves, refunds])
          await app.call(setBookingStatus, { token: admin, params: { id }, query: { status: 'PENDING' } })
      }
      if (when === 'before') await setPending()
      const { body: dayMove } = await move(date)
      if (when === 'after') await setPending()
      const [asked] = (await seenByOwner(dayMove.id)).parties
      expect(asked).toMatchObject({ bookingId: moves.bookingId, state: 'WAITING', link: expect.any(String) })
      expect((await askedOf(refunds.token))[0]!.state).toBe('OPEN')
      expect(
        await app.answer(cancelBooking, { token: refunds.token, params: { id: refunds.bookingId } }),
      ).toMatchObject({
        status: 409,
        body: { error: 'not-cancellable', message: expect.stringContaining('get your money back') },
      })
      const mail = (await readMails(app, 'ada@example.com', 'day-move-asked')).at(-1)!
      expect(mail.text).toContain('refund $350.00')
      expect(mail.text).not.toContain('deposit')

      expect((await reschedule(moves, to)).status).toBe(200)
      expect(await bookingOf(moves)).toMatchObject({ status: 'PENDING', selectedDate: to })
      expect((await takeBack(refunds)).body).toMatchObject({ success: true, booking: { status: 'CANCELLED' } })
      expect(await bookingOf(refunds)).toMatchObject({ refundedAmount: 350 })
      expect((await checkBooks(app, admin)).balanced).toBe(true)
    },
  )

  test('if the provider refuses the refund, the booking is still cancelled and the refund is on the owner’s list', async () => {
    const date = nextDate()
    const booking = await aBooking(app, { date })
    const { body: dayMove } = await move(date)
    await app.simulator.fault({ operation: 'refund', fault: 'refuse', times: 1 })
    expect((await takeBack(booking)).body).toMatchObject({
      success: false,
      message: expect.stringContaining("couldn't refund the full"),
      booking: { status: 'CANCELLED', refundedAmount: 0 },
    })
    expect((await seenByOwner(dayMove.id)).parties).toMatchObject([{ state: 'REFUNDED', refund: { status: 'FAILED' } }])
    const failures = await app.call(listRefundableFailures, { token: admin })
    expect(failures.some((failure) => failure.bookingDate === date)).toBe(true)
  })

  test('if the refund’s response is lost, the customer is told, and the outcome is looked up', async () => {
    const date = nextDate()
    const booking = await aBooking(app, { date })
    const { body: dayMove } = await move(date)
    await app.simulator.fault({ operation: 'refund', fault: 'lost-answer', times: 1 })
    await app.simulator.fault({ operation: 'find-charge', fault: 'server-error', times: 1 })
    expect((await takeBack(booking)).body).toMatchObject({
      success: false,
      message: expect.stringContaining('is being confirmed'),
      booking: { status: 'CANCELLED' },
    })
    const refund = async () => (await seenByOwner(dayMove.id)).parties[0]!.refund
    expect(await refund()).toEqual({ amount: 350, status: null })
    await expect
      .poll(async () => {
        app.clock.advance({ minutes: 1 })
        await app.app.runJobs()
        return refund()
      })
      .toEqual({ amount: 350, status: 'DONE' })
    expect((await checkBooks(app, admin)).balanced).toBe(true)
  })

  test('is open only to customers who were asked', async () => {
    const [date, other] = [nextDate(), nextDate()]
    const booking = await aBooking(app, { date })
    const stranger = await aBooking(app, { date: other })
    await move(date)
    expect((await takeBack({ ...booking, token: stranger.token })).status).toBe(404)
    expect(await askedOf(stranger.token)).toEqual([])
    expect(await takeBack(stranger)).toMatchObject({ status: 409, body: { error: 'day-move-over' } })
    expect((await takeBack({ ...booking, token: admin })).status).toBe(403)
  })

  test('a booking the owner cancelled shows as cancelled, and waits again once reconfirmed', async () => {
    const date = nextDate()
    const booking = await aBooking(app, { date })
    const { body: dayMove } = await move(date)
    const set = (status: BookingStatus) =>
      app.answer(setBookingStatus, { token: admin, params: { id: booking.bookingId }, query: { status } })
    const state = async () => (await seenByOwner(dayMove.id)).parties[0]!.state
    await set('CANCELLED')
    expect(await state()).toBe('CANCELLED')
    expect(await takeBack(booking)).toMatchObject({ status: 409, body: { error: 'day-move-over' } })
    await set('CONFIRMED')
    expect(await state()).toBe('WAITING')
    expect((await askedOf(booking.token))[0]!.state).toBe('OPEN')
  })
})

describe('ending a day move', () => {
  test('tells groups without an answer that the trip is on, and can reopen the day', async () => {
    const [date, to] = [nextDate(), nextDate()]
    const booking = await aBooking(app, { date })
    const { body: dayMove } = await move(date)
    expect((await close(dayMove.id, true)).body.parties).toMatchObject([{ state: 'KEPT' }])
    expect((await day(date)).bookable).toBe(true)
    expect(await askedOf(booking.token)).toMatchObject([{ state: 'WITHDRAWN' }])
    expect(await takeBack(booking)).toMatchObject({ status: 409, body: { error: 'day-move-over' } })
    const kinds = (await readMails(app, 'ada@example.com')).filter(({ text }) =>
      text.includes(booking.confirmationNumber),
    )
    expect(kinds.map(({ kind }) => kind)).toContain('day-move-withdrawn')
    // The first email was not sent yet and is now out of date.
    expect(kinds.map(({ kind }) => kind)).not.toContain('day-move-asked')
    // Closed twice: nothing more happens.
    expect((await close(dayMove.id)).status).toBe(200)
    expect(await mailsAbout(booking.bookingId, 'day-move-withdrawn')).toHaveLength(1)
    expect((await day(date)).bookable).toBe(true)
    // The day can be called off again, and the booking is asked again.
    expect((await move(date)).status).toBe(201)
    expect((await askedOf(booking.token))[0]!.state).toBe('OPEN')
    const again = (await readMails(app, 'ada@example.com')).filter(({ text }) =>
      text.includes(booking.confirmationNumber),
    )
    expect(again.map(({ kind }) => kind)).not.toContain('day-move-withdrawn')
    expect((await reschedule(booking, to)).status).toBe(200)
  })

  test('withdrawing and refunding at once: exactly one happens', async () => {
    const date = nextDate()
    const booking = await aBooking(app, { date })
    const { body: dayMove } = await move(date)
    const [refunded] = await Promise.all([takeBack(booking), close(dayMove.id)])
    const now = await bookingOf(booking)
    if (refunded.status === 200) expect(now).toMatchObject({ status: 'CANCELLED', refundedAmount: 350 })
    else expect(now).toMatchObject({ status: 'CONFIRMED', refundedAmount: 0 })
    expect((await seenByOwner(dayMove.id)).parties[0]!.state).toBe(refunded.status === 200 ? 'REFUNDED' : 'KEPT')
  })
})

test('the two-day rule is waived for these bookings only, also after the day, and no reminder is sent', async () => {
  const [date, other, to, later] = [nextDate(), nextDate(), nextDate(), nextDate()]
  // Near enough that no session expires before the trip.
  app.clock.set(`${addDays(date, -10)}T14:00:00Z`)
  const asked = await aBooking(app, { date })
  const silent = await aBooking(app, { date })
  const neighbour = await aBooking(app, { date: other })
  const afterwards = await aBooking(app, { date: later })
  app.clock.set(`${date}T11:00:00Z`)
  admin = await anAdmin(app)
  const { body: dayMove } = await move(date, { reason: 'ILLNESS' })
  await move(later, { reason: 'ILLNESS' })
  const eligibility = await app.answer(getRescheduleEligibility, {
    token: asked.token,
    params: { id: asked.bookingId },
  })
  expect(eligibility.body).toMatchObject({ canReschedule: true, daysUntilBooking: 0 })
  expect((await reschedule(asked, to)).status).toBe(200)

  app.clock.set(`${other}T11:00:00Z`)
  admin = await anAdmin(app)
  expect(await reschedule(neighbour, to)).toMatchObject({ status: 409, body: { error: 'not-reschedulable' } })
  await app.app.runJobs()
  expect(await mailsAbout(asked.bookingId, 'trip-reminder')).toHaveLength(1)
  expect(await mailsAbout(afterwards.bookingId, 'trip-reminder')).toHaveLength(0)
  // No trip took place, and the offer is still open.
  expect((await bookingOf(silent)).status).toBe('CONFIRMED')
  expect(await close(dayMove.id)).toMatchObject({ status: 409, body: { error: 'parties-still-waiting' } })
  expect((await takeBack(silent)).body).toMatchObject({ success: true, booking: { status: 'CANCELLED' } })
  expect((await close(dayMove.id)).body.closedAt).not.toBeNull()
})

test('records who reached a group in person and when; two checks at once count once, and a check can be undone', async () => {
  const date = nextDate()
  const [one, two] = [await aBooking(app, { date }), await aBooking(app, { date })]
  const { body } = await move(date)
  const isOff = async () => (await app.call(getDaySheet, { token: admin, params: { date } })).isCalledOff
  expect(await isOff()).toBe(true)
  const reach = (bookingId: number, isReached: boolean, id = body.id, at?: string) =>
    app.answer(reachParty, { token: admin, params: { id, bookingId }, body: { isReached, ...(at && { at }) } })
  expect(body.parties.map(({ reached }) => reached)).toEqual([null, null])
  const replies = await Promise.all([reach(one.bookingId, true), reach(one.bookingId, true)])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  const at = app.clock.now().toISOString()
  const reachedOf = async () => (await seenByOwner(body.id)).parties.map(({ reached }) => reached)
  expect(await reachedOf()).toEqual([{ by: 'Owner', at }, null])
  const query = { subjectKind: 'day-move', subjectId: body.id }
  const log = await app.answer(listAuditEntries, { token: admin, query })
  expect(log.body.content.filter(({ action }) => action === 'day.group-reached')).toHaveLength(1)
  // Tapped in a dead spot, and sent later; a phone's clock may be ahead.
  const tapped = new Date(app.clock.now().getTime() - 3_600_000).toISOString()
  await reach(two.bookingId, true, body.id, tapped)
  expect((await reachedOf())[1]).toEqual({ by: 'Owner', at: tapped })
  await reach(two.bookingId, false)
  await reach(two.bookingId, true, body.id, '2099-01-01T00:00:00Z')
  expect((await reach(one.bookingId, false)).body.parties[0]!.reached).toBeNull()
  expect((await reach(999_999, true)).status).toBe(404)
  expect((await reach(one.bookingId, true, 999_999)).status).toBe(404)
  expect(await reachedOf()).toEqual([null, { by: 'Owner', at }])
  await close(body.id)
  expect(await isOff()).toBe(false)
})

test('a group that is called rather than emailed is asked all the same', async () => {
  const date = dates.shift()!
  const [written, called] = [await aBooking(app, { date }), await aBooking(app, { date })]
  const body = { date, reason: 'WEATHER' as const, unwritten: [called.bookingId] }
  const { parties } = await app.call(moveDay, { token: admin, body })
  expect(parties.map(({ bookingId, state, mail }) => [bookingId, state, mail !== null])).toEqual([
    [written.bookingId, 'WAITING', true],
    [called.bookingId, 'WAITING', false],
  ])
})
