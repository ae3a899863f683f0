import { login } from '@arcadia/contract/accounts'
import { listAuditEntries } from '@arcadia/contract/admin/audit-log'
import { getAdminBooking, moveBooking, setBookingStatus, undoForgiven } from '@arcadia/contract/admin/bookings'
import { type CheckInState, checkIn } from '@arcadia/contract/admin/check-ins'
import { getDaySheet } from '@arcadia/contract/admin/dashboard'
import { recordManualPayment } from '@arcadia/contract/admin/manual-payments'
import { bookWalkUp } from '@arcadia/contract/admin/phone-bookings'
import { makePayLink, payLinkedBalance } from '@arcadia/contract/balance-links'
import { cancelBooking, getBooking, listBookingEvents, rescheduleBooking } from '@arcadia/contract/bookings'
import { closeDayMove, moveDay } from '@arcadia/contract/day-moves'
import { payBalance } from '@arcadia/contract/payments'
import { refundBooking } from '@arcadia/contract/refunds'
import { addDays } from '@arcadia/contract/trip-date'
import { joinWaitlist } from '@arcadia/contract/waitlist'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { aColleague, anAdmin, anAngler, networkAddress, openDates, PASSWORD } from '../../testing/builders.ts'
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let start: Date
let admin: string
let other: string
let booking: Awaited<ReturnType<typeof aBooking>>
let date: string
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp()
  start = app.clock.now()
})
afterAll(() => app.close())
beforeEach(async () => {
  date = dates.shift()!
  app.clock.set(start)
  booking = await aBooking(app, { date })
  await onTheDay()
})
/** Midday of the trip at the venue, with sessions from that day. */
async function onTheDay() {
  app.clock.set(`${date}T16:00:00Z`)
  admin = await anAdmin(app)
  other = (await aColleague(app, 'OFFICE')).token
  const body = { usernameOrEmail: booking.email, password: PASSWORD }
  booking.token = (await app.call(login, { body, ip: networkAddress() })).token
}

interface Tap {
  state: CheckInState | null
  was?: CheckInState | null
  key?: string
  token?: string
  at?: string
}
const tap = ({ state, was = null, key, token = admin, at = app.clock.now().toISOString() }: Tap) =>
  app.answer(checkIn, {
    token,
    params: { id: booking.bookingId },
    body: { date, state, was, at },
    headers: key ? { 'idempotency-key': key } : {},
  })
const onSheet = async () =>
  (await app.call(getDaySheet, { token: admin, params: { date } })).parties.find(({ id }) => id === booking.bookingId)
const history = async () =>
  (await app.call(listBookingEvents, { token: booking.token, params: { id: booking.bookingId } })).map(
    ({ description }) => description,
  )
const changes = async () => {
  const query = { subjectKind: 'booking', subjectId: booking.bookingId }
  const { body } = await app.answer(listAuditEntries, { token: admin, query })
  return body.content.filter(({ action }) => action === 'booking.checked-in')
}

test('a check-in shows on the sheet with who tapped it and when; it can be undone, and a no-show owes nothing', async () => {
  const before = await app.call(getBooking, { token: booking.token, params: { id: booking.bookingId } })
  expect((await onSheet())?.checkIn).toBeNull()
  const at = new Date(app.clock.now().getTime() - 3_600_000).toISOString()
  expect(await tap({ state: 'ARRIVED', at })).toMatchObject({
    status: 200,
    body: { checkIn: { state: 'ARRIVED', at, by: 'Owner' } },
  })
  expect((await onSheet())?.checkIn).toEqual({ state: 'ARRIVED', at, by: 'Owner' })
  expect(await tap({ state: null, was: 'ARRIVED' })).toMatchObject({ body: { checkIn: null } })
  expect((await tap({ state: 'NO_SHOW' })).body.checkIn?.at).toBe(app.clock.now().toISOString())
  expect((await history()).slice(-3)).toEqual([
    expect.stringMatching(/^The group arrived at \d+:\d\d [AP]M Eastern\.$/),
    'The check-in was undone.',
    "Marked as a no-show at 12:00 PM Eastern. $2,150.00 isn't owed anymore.",
  ])
  expect(await changes()).toHaveLength(3)
  expect(await app.call(getBooking, { token: booking.token, params: { id: booking.bookingId } })).toEqual({
    ...before,
    outcome: 'NO_SHOW',
    pendingAmount: 0,
    forgivenAmount: 2150,
  })
})

/** What became of the trip and its balance, and the rows that say why. */
async function money() {
  const { outcome, paidAmount, pendingAmount, forgivenAmount, forgiven } = await app.call(getAdminBooking, {
    token: admin,
    params: { id: booking.bookingId },
  })
  return { outcome, paidAmount, pendingAmount, forgivenAmount, forgiven }
}
const standing = async () => (await money()).forgiven[0]!
const askAgain = async (forgivenId: number) =>
  app.answer(undoForgiven, { token: admin, params: { id: booking.bookingId, forgivenId } })
const cash = (amount: number) =>
  app.answer(recordManualPayment, {
    token: other,
    params: { id: booking.bookingId },
    body: { amount, method: 'CASH', owed: amount },
  })

test('the mark of a no-show forgives the rest once, however many phones say it, and undoing it asks again', async () => {
  const marks = await Promise.all([tap({ state: 'NO_SHOW', key: 'm' }), tap({ state: 'NO_SHOW', token: other })])
  expect(marks.map(({ status }) => status)).toEqual([200, 200])
  const { forgiven, ...sums } = await money()
  expect(sums).toEqual({ outcome: 'NO_SHOW', paidAmount: 350, pendingAmount: 0, forgivenAmount: 2150 })
  expect(forgiven).toMatchObject([{ amount: 2150, isNoShow: true, isRefund: false, reason: null }])
  expect((await changes())[0]).toMatchObject({ after: expect.stringContaining('"notOwed":"$2,150.00"') })
  const undone = await Promise.all([
    tap({ state: null, was: 'NO_SHOW' }),
    tap({ state: null, was: 'NO_SHOW', token: other }),
  ])
  expect(undone.map(({ status }) => status)).toEqual([200, 200])
  expect(await money()).toMatchObject({ outcome: 'ON', pendingAmount: 2150, forgivenAmount: 0, forgiven: [] })
  expect((await history()).at(-1)).toBe('The check-in was undone. $2,150.00 is owed.')
  // A group that was marked by mistake and came after all.
  await tap({ state: 'NO_SHOW' })
  await tap({ state: 'ARRIVED', was: 'NO_SHOW' })
  expect(await money()).toMatchObject({ outcome: 'ON', pendingAmount: 2150, forgiven: [] })
  expect((await history()).at(-1)).toBe('The group arrived at 12:00 PM Eastern. $2,150.00 is owed.')
})

test('the owner still asks a no-show for the rest, which then is paid like any, and the mark can be undone after', async () => {
  await tap({ state: 'NO_SHOW' })
  expect(await cash(2150)).toMatchObject({ status: 409 })
  expect((await askAgain((await standing()).id)).status).toBe(200)
  expect(await money()).toMatchObject({ outcome: 'NO_SHOW', pendingAmount: 2150, forgiven: [] })
  // The same mark once more takes nothing of that back.
  expect((await tap({ state: 'NO_SHOW', was: 'NO_SHOW', token: other })).status).toBe(200)
  expect((await cash(2150)).status).toBe(201)
  await tap({ state: null, was: 'NO_SHOW' })
  expect(await money()).toMatchObject({ outcome: 'ON', paidAmount: 2500, pendingAmount: 0, forgiven: [] })
  expect((await history()).at(-1)).toBe('The check-in was undone.')
  await tap({ state: 'NO_SHOW' })
  expect(await money()).toMatchObject({ outcome: 'NO_SHOW', pendingAmount: 0, forgivenAmount: 0, forgiven: [] })
})

test('of an owner who asks again and a guide who undoes the mark at once, one takes it back', async () => {
  await tap({ state: 'NO_SHOW' })
  const { id } = await standing()
  const [asked, undone] = await Promise.all([askAgain(id), tap({ state: null, was: 'NO_SHOW', token: other })])
  expect([asked.status, undone.status]).toEqual([expect.toBeOneOf([200, 404]), 200])
  expect(await money()).toMatchObject({ outcome: 'ON', pendingAmount: 2150, forgiven: [] })
  const again = (await history()).filter((line) => line.includes('$2,150.00 is owed'))
  expect(again).toHaveLength(1)
})

test('of the last cash and the mark of a no-show at once, one decides the balance', async () => {
  const [paid] = await Promise.all([cash(2150), tap({ state: 'NO_SHOW' })])
  const isPaid = paid.status === 201
  const sums = isPaid ? { paidAmount: 2500, forgivenAmount: 0 } : { paidAmount: 350, forgivenAmount: 2150 }
  expect(await money()).toMatchObject({ ...sums, pendingAmount: 0 })
  await tap({ state: null, was: 'NO_SHOW' })
  expect(await money()).toMatchObject({ pendingAmount: isPaid ? 0 : 2150, forgivenAmount: 0 })
})

test('a card that was being charged when the mark was made pays, and nothing is asked twice', async () => {
  await app.simulator.fault({ operation: 'charge', fault: 'slow-after', percent: 100, delayMs: 1000 })
  const paymentToken = await app.simulator.cardToken()
  const body = { bookingId: booking.bookingId, amount: 2150, currency: 'USD' as const, paymentToken }
  const paying = app.answer(payBalance, { token: booking.token, body, ip: networkAddress() })
  await eventually(async () => {
    const open = app.database.db.selectFrom('payment_attempts').select('id').where('outcome', 'is', null)
    return (await open.executeTakeFirst()) !== undefined
  })
  expect((await tap({ state: 'NO_SHOW' })).status).toBe(200)
  expect(await money()).toMatchObject({ paidAmount: 350, pendingAmount: 0, forgivenAmount: 2150 })
  expect((await paying).status).toBe(201)
  await app.simulator.control('DELETE', '/faults')
  expect(await money()).toMatchObject({ paidAmount: 2500, pendingAmount: 0, forgivenAmount: 0 })
  await tap({ state: null, was: 'NO_SHOW' })
  expect(await money()).toMatchObject({ outcome: 'ON', pendingAmount: 0 })
  expect((await history()).at(-1)).toBe('The check-in was undone.')
})

test('a no-show that moves is on and owes again, whoever moves it', async () => {
  await tap({ state: 'NO_SHOW' })
  const params = { id: booking.bookingId }
  const [next, last] = [dates.at(-2)!, dates.at(-1)!]
  await app.call(moveBooking, { token: admin, params, body: { to: next, from: date } })
  expect(await money()).toMatchObject({ outcome: 'ON', pendingAmount: 2150, forgiven: [] })
  expect((await history()).at(-1)).toMatch(/^We moved the trip from .* \$2,150\.00 is owed\.$/)
  // A group of a called-off day that was marked moves by itself.
  date = next
  await onTheDay()
  await tap({ state: 'NO_SHOW' })
  await app.call(moveDay, { token: admin, body: { date, reason: 'WEATHER', words: null } })
  expect(await money()).toMatchObject({ outcome: 'CALLED_OFF', pendingAmount: 0, forgivenAmount: 0 })
  const body = { newSelectedDate: last, numberOfGuests: 1 }
  await app.call(rescheduleBooking, { token: booking.token, params, body })
  expect(await money()).toMatchObject({ outcome: 'ON', pendingAmount: 2150, forgiven: [] })
})

test('a mark on a day that is called off forgives too, so that nothing is owed once the day is on after all', async () => {
  const { id } = await app.call(moveDay, { token: admin, body: { date, reason: 'WEATHER', words: null } })
  await tap({ state: 'NO_SHOW' })
  await app.call(closeDayMove, { token: admin, params: { id }, body: { opensDay: true } })
  expect(await money()).toMatchObject({ outcome: 'NO_SHOW', pendingAmount: 0, forgivenAmount: 2150 })
})

/** A full boat on the morning of its trip. */
async function aFullDay() {
  app.clock.set(start)
  date = dates.shift()!
  booking = await aBooking(app, { date, guests: 4 })
  await onTheDay()
}
const walkUp = (lastName: string, numberOfGuests: number) =>
  app.answer(bookWalkUp, {
    token: other,
    body: { firstName: 'Ray', lastName, phone: '(863) 555-0188', numberOfGuests, packageType: 'STANDARD' },
  })
const sharing = (rule: 'OPEN' | 'ONE_GROUP') =>
  app.database.db.updateTable('booking_config').set({ sharing: rule }).execute()

const forWalkUps = async (of = date) => (await app.call(getDaySheet, { token: admin, params: { date: of } })).walkUp

test("a walk-up takes a no-show's spots; then the mark stays, and says who has them", async () => {
  await aFullDay()
  const full = { spotsLeft: 0, whyNot: expect.stringMatching(/^\w+, \w+ \d+ is full\.$/) }
  expect(await walkUp('Tillman', 1)).toMatchObject({ status: 409, body: { error: 'not-enough-spots' } })
  expect(await forWalkUps()).toEqual(full)
  await tap({ state: 'NO_SHOW' })
  expect(await forWalkUps()).toEqual({ spotsLeft: 4, whyNot: null })
  await tap({ state: null, was: 'NO_SHOW' })
  expect((await walkUp('Tillman', 1)).status).toBe(409)
  await tap({ state: 'NO_SHOW' })
  expect((await walkUp('Tillman', 3)).status).toBe(201)
  const filled = (message: string) => ({ status: 409, body: { error: 'no-show-filled', message } })
  const sentence = "Their spots were taken by Ray Tillman's walk-up."
  expect(await tap({ state: null, was: 'NO_SHOW' })).toMatchObject(filled(sentence))
  expect(await tap({ state: 'ARRIVED', was: 'NO_SHOW', token: other })).toMatchObject(filled(sentence))
  expect((await walkUp('Vance', 2)).status).toBe(409)
  expect(await forWalkUps()).toEqual({ spotsLeft: 1, whyNot: null })
  expect((await walkUp('Vance', 1)).status).toBe(201)
  expect(await forWalkUps()).toEqual(full)
  const both = "Their spots were taken by Ray Tillman's walk-up and Ray Vance's walk-up."
  expect(await tap({ state: null, was: 'NO_SHOW' })).toMatchObject(filled(both))
  expect(await onSheet()).toMatchObject({ checkIn: { state: 'NO_SHOW' }, pendingAmount: 0 })
  expect(await money()).toMatchObject({ outcome: 'NO_SHOW', forgivenAmount: 8600 })
  expect(await changes()).toHaveLength(3)
})

test("where groups don't share, a walk-up has the boat of a no-show alone, and leaves it again", async () => {
  await sharing('ONE_GROUP')
  await tap({ state: 'NO_SHOW' })
  const booked = await walkUp('Tillman', 1)
  expect(booked.status).toBe(201)
  expect(await forWalkUps()).toEqual({ spotsLeft: 0, whyNot: expect.stringMatching(/^Another group has the boat on /) })
  expect(await forWalkUps(addDays(date, 1))).toBeNull()
  expect(await tap({ state: null, was: 'NO_SHOW' })).toMatchObject({
    status: 409,
    body: { error: 'no-show-filled', message: "Their spots were taken by Ray Tillman's walk-up." },
  })
  const params = { id: booked.body.id }
  await app.call(setBookingStatus, { token: admin, params, query: { status: 'CANCELLED' } })
  expect(await tap({ state: null, was: 'NO_SHOW' })).toMatchObject({ status: 200 })
  await sharing('OPEN')
})

test('of a walk-up and a group that comes after all at once, one has the spots', async () => {
  for (let round = 0; round < 5; round++) {
    await aFullDay()
    await tap({ state: 'NO_SHOW' })
    const [undone, taken] = await Promise.all([tap({ state: null, was: 'NO_SHOW' }), walkUp('Tillman', 4)])
    expect([
      [200, 409],
      [409, 201],
    ]).toContainEqual([undone.status, taken.status])
    expect(undone.status === 200 ? taken.body : undone.body).toMatchObject({
      error: undone.status === 200 ? 'not-enough-spots' : 'no-show-filled',
    })
  }
})

test("a no-show's spots are offered to nobody on the waitlist", async () => {
  app.clock.set(start)
  date = dates.shift()!
  booking = await aBooking(app, { date, guests: 4 })
  const { token } = await anAngler(app)
  await app.call(joinWaitlist, { token, body: { selectedDate: date, numberOfGuests: 1 } })
  await onTheDay()
  await tap({ state: 'NO_SHOW' })
  await app.app.runJobs()
  const offers = app.database.db.selectFrom('holds').select('id').where('waitlist_entry_id', 'is not', null)
  expect(await offers.execute()).toEqual([])
  expect((await walkUp('Tillman', 4)).status).toBe(201)
})

test('a tap sent twice counts once, even after someone undid it', async () => {
  const replies = await Promise.all([1, 2, 3].map(() => tap({ state: 'ARRIVED', key: 'one-tap' })))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await changes()).toHaveLength(1)
  await tap({ state: null, was: 'ARRIVED', key: 'undone', token: other })
  expect(await tap({ state: 'ARRIVED', key: 'one-tap' })).toMatchObject({ status: 200, body: { checkIn: null } })
  expect(await changes()).toHaveLength(2)
  expect(await tap({ state: 'NO_SHOW', key: 'one-tap' })).toMatchObject({ status: 409, body: { error: 'key-reused' } })
})

test('two at once check a group in once; a conflicting tap is told who marked what', async () => {
  const replies = await Promise.all([tap({ state: 'ARRIVED', key: 'a' }), tap({ state: 'ARRIVED', token: other })])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect(replies[0]!.body).toEqual(replies[1]!.body)
  expect(await changes()).toHaveLength(1)
  expect(await tap({ state: 'NO_SHOW', token: other })).toMatchObject({
    status: 409,
    body: {
      error: 'checked-in-otherwise',
      message: expect.stringMatching(/^(Owner|Cole League) marked this group as arrived at /),
    },
  })
  await tap({ state: null, was: 'ARRIVED' })
  expect(await tap({ state: 'NO_SHOW', was: 'ARRIVED' })).toMatchObject({
    status: 409,
    body: { message: 'Someone else just undid this check-in.' },
  })
})

test('a moved or canceled booking is not checked in, with a reason', async () => {
  app.clock.set(start)
  const params = { id: booking.bookingId }
  const body = { newSelectedDate: dates.at(-1)!, numberOfGuests: 1 }
  await app.call(rescheduleBooking, { token: booking.token, params, body })
  await onTheDay()
  expect(await tap({ state: 'ARRIVED' })).toMatchObject({
    status: 409,
    body: {
      error: 'check-in-elsewhere',
      message: expect.stringMatching(/^This booking moved to \w+, \w+ \d+, 2027\.$/),
    },
  })
  app.clock.set(start)
  await app.call(cancelBooking, { token: booking.token, params })
  await onTheDay()
  expect(await tap({ state: 'ARRIVED' })).toMatchObject({
    status: 409,
    body: { message: 'This booking was canceled.' },
  })
  expect(await changes()).toEqual([])
})

test('a guide can check in groups on the day sheet, and late taps from the ramp still count', async () => {
  const at = `${date}T11:00:00.000Z`
  const params = { id: booking.bookingId }
  const body = { amount: 2150, method: 'CASH' as const, owed: 2150 }
  const sendAfter = async (days: number, what: Tap) => {
    app.clock.set(`${addDays(date, days)}T12:00:00Z`)
    const { token } = await aColleague(app, 'GUIDE')
    return { token, answer: await tap({ ...what, token, at }) }
  }
  const { token, answer } = await sendAfter(2, { state: 'ARRIVED' })
  expect(answer.body).toMatchObject({ checkIn: { at } })
  expect((await app.answer(recordManualPayment, { token, params, body })).status).toBe(201)
  expect((await sendAfter(3, { state: null, was: 'ARRIVED' })).answer.status).toBe(404)
})

test('a guide’s saved tap still succeeds when retried days later', async () => {
  const guide = await aColleague(app, 'GUIDE')
  const at = app.clock.now().toISOString()
  const params = { id: booking.bookingId }
  const take = async (token: string, amount: number) =>
    app.answer(recordManualPayment, {
      token,
      params,
      body: { amount, method: 'CASH', owed: 2150 },
      headers: { 'idempotency-key': 'late-payment' },
    })
  expect((await tap({ state: 'ARRIVED', key: 'late-tap', token: guide.token, at })).status).toBe(200)
  expect((await take(guide.token, 2150)).status).toBe(201)
  app.clock.set(`${addDays(date, 4)}T12:00:00Z`)
  const signIn = { usernameOrEmail: guide.email, password: PASSWORD }
  const { token } = await app.call(login, { body: signIn, ip: networkAddress() })
  expect(await tap({ state: 'ARRIVED', key: 'late-tap', token, at })).toMatchObject({
    status: 200,
    body: { checkIn: { state: 'ARRIVED' } },
  })
  expect(await take(token, 2150)).toMatchObject({ status: 201, body: { pendingAmount: 0 } })
  // That allows nothing else.
  expect((await take(token, 100)).body.error).toBe('key-reused')
  expect((await tap({ state: 'NO_SHOW', key: 'late-tap', token, at })).body.error).toBe('key-reused')
})

test('a phone whose clock is a little ahead taps now; one that is further ahead is told', async () => {
  const now = app.clock.now()
  const ahead = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString()
  for (const at of [ahead(5.01), ahead(60), '2099-01-01T00:00:00.000Z'])
    expect(await tap({ state: 'ARRIVED', at, key: 'fast' })).toMatchObject({
      status: 409,
      body: {
        error: 'check-in-ahead',
        message: "This phone's clock was ahead when you tapped. Check the group in again.",
      },
    })
  expect([await changes(), (await onSheet())?.checkIn]).toEqual([[], null])
  const answer = await tap({ state: 'ARRIVED', at: ahead(5) })
  expect(answer).toMatchObject({ status: 200, body: { checkIn: { state: 'ARRIVED', at: now.toISOString() } } })
  expect((await history()).at(-1)).toBe('The group arrived at 12:00 PM Eastern.')
})

test("before the day by the server's clock nobody checks in, whatever time is sent", async () => {
  const onTheDayItself = `${date}T12:00:00.000Z`
  const eve = `${addDays(date, -1)}T12:00:00.000Z`
  const lastMinute = `${date}T03:59:59.000Z`
  for (const [moment, at] of [
    [`${addDays(date, -3)}T16:00:00Z`, onTheDayItself],
    [`${addDays(date, -3)}T16:00:00Z`, `${addDays(date, 300)}T12:00:00.000Z`],
    [eve, onTheDayItself],
    [eve, eve],
    // Within what a clock may be ahead, the venue's midnight between them.
    [lastMinute, `${date}T04:00:01.000Z`],
  ] as const) {
    app.clock.set(moment)
    for (const token of [(await aColleague(app, 'GUIDE')).token, await anAdmin(app)])
      expect([moment, at, await tap({ state: 'ARRIVED', at, token })]).toMatchObject([
        moment,
        at,
        { status: 409, body: { error: 'check-in-too-early' } },
      ])
  }
  await onTheDay()
  expect([await changes(), (await onSheet())?.checkIn]).toEqual([[], null])
})

test('no check-in before the day of the trip at the venue; a tap from that day counts whenever it is sent', async () => {
  const early = `${addDays(date, -1)}T23:30:00-04:00`
  expect(await tap({ state: 'ARRIVED', at: new Date(early).toISOString() })).toMatchObject({
    status: 409,
    body: {
      error: 'check-in-too-early',
      message: expect.stringMatching(/^The trip is on \w+, \w+ \d+, 2027\. Check the group in that day\.$/),
    },
  })
  expect(await changes()).toEqual([])
  app.clock.set(`${addDays(date, 1)}T03:00:00Z`)
  const first = `${date}T04:00:00.000Z`
  expect(await tap({ state: 'ARRIVED', at: first })).toMatchObject({ status: 200, body: { checkIn: { at: first } } })
})

test('invalid input is refused with a message, and customers have no access', async () => {
  expect((await tap({ state: 'LATE' as CheckInState })).status).toBe(400)
  expect((await tap({ state: 'ARRIVED', at: 'at dawn' })).status).toBe(400)
  expect((await tap({ state: 'ARRIVED', at: '0000-01-01T00:00:00Z' })).status).toBe(409)
  expect((await tap({ state: null, was: 'ARRIVED', token: booking.token })).status).toBe(403)
  const params = { id: booking.bookingId }
  await app.call(setBookingStatus, { token: admin, params, query: { status: 'COMPLETED' } })
  expect((await tap({ state: null, was: 'ARRIVED' })).body).toEqual({ checkIn: null })
})

test("a guide makes pay links for today's groups, and for no other; it pays like any", async () => {
  const { token } = await aColleague(app, 'GUIDE')
  const make = (id: number, body = {}) => app.answer(makePayLink, { token, params: { id }, body })
  const { status, body } = await make(booking.bookingId)
  expect(status).toBe(200)
  const card = { amount: 2150, currency: 'USD', owed: 2150, paymentToken: await app.simulator.cardToken() } as const
  await app.call(payLinkedBalance, { body: { ...card, token: body.link.split('#')[1]! }, ip: networkAddress() })
  expect(await onSheet()).toMatchObject({ pendingAmount: 0, paidAmount: 2500, refundedAmount: 0 })
  const until = `${date}T20:00:00Z`
  expect(await make(booking.bookingId, { depositUntil: until })).toMatchObject({ status: 403 })
  const tomorrows = await aBooking(app, { date: dates.shift()! })
  app.clock.set(`${date}T16:00:00Z`)
  expect([403, 404]).toContain((await make(tomorrows.bookingId)).status)
  const params = { id: booking.bookingId }
  await app.call(refundBooking, { token: admin, params, query: { amount: '100' } })
  expect(await onSheet()).toMatchObject({ paidAmount: 2500, refundedAmount: 100 })
  const sheet = await app.call(getDaySheet, { token, params: { date } })
  expect(sheet.parties[0]).toMatchObject({ paidAmount: null, refundedAmount: null, chargedBackAmount: null })
})
