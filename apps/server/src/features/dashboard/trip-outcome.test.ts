import { login } from '@arcadia/contract/accounts'
import { getAdminBooking, listAdminBookings, makeDisputePack } from '@arcadia/contract/admin/bookings'
import { getSeasonMoney } from '@arcadia/contract/admin/bookkeeping'
import { checkIn } from '@arcadia/contract/admin/check-ins'
import {
  getDashboardOverview,
  getDaySheet,
  getGuideCalendar,
  renewCalendarFeed,
} from '@arcadia/contract/admin/dashboard'
import { recordManualPayment } from '@arcadia/contract/admin/manual-payments'
import { previewMessage, sendMessage } from '@arcadia/contract/admin/messages'
import { changeOwnerNotices, getOwnerNotices } from '@arcadia/contract/admin/owner-notices'
import { enterPhoneBooking } from '@arcadia/contract/admin/phone-bookings'
import { getBooking, getTripCalendar, listBookingEvents, rescheduleBooking } from '@arcadia/contract/bookings'
import { closeDayMove, moveDay } from '@arcadia/contract/day-moves'
import { refundBooking } from '@arcadia/contract/refunds'
import { saveReview } from '@arcadia/contract/reviews'
import { addDays, venueInstant } from '@arcadia/contract/trip-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { aColleague, anAdmin, networkAddress, openDates, PASSWORD } from '../../testing/builders.ts'
import { readMails } from '../../testing/read-mail.ts'
import { rowsOf, startTestApp, type TestApp } from '../../testing/test-app.ts'

const TO = 'ramp@arcadia.example'
/** Every guest's address. */
const GUEST = 'ada@example.com'
let app: TestApp
/** Sessions end, so each morning has its own. */
let admin: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await anAdmin(app)
})
afterAll(() => app.close())

type Booked = Awaited<ReturnType<typeof aBooking>>
/** Tuesday to Saturday of one week, so that the called-off day has a day on each side. */
const [took, missed, off, later, other] = openDates().slice(6, 11) as [string, string, string, string, string]

const booking = (id: number) => app.call(getBooking, { token: admin, params: { id } })
async function wakeUp(date: string, time: string) {
  app.clock.set(venueInstant(date, time))
  await app.app.runJobs()
  admin = await anAdmin(app)
}
async function signIn(guest: Booked) {
  const body = { usernameOrEmail: guest.email, password: PASSWORD }
  return (await app.call(login, { body, ip: networkAddress() })).token
}
const fileOf = async ({ bookingId: id }: Booked) =>
  String(await app.call(getTripCalendar, { token: admin, params: { id } })).replaceAll('\r\n ', '')
const sequenceOf = (file: string) => Number(/SEQUENCE:(\d+)/.exec(file)![1])

/** One group of each kind, as the owner finds them on the morning of the called-off day. */
async function aSeason() {
  const [unpaid, noShow, calledOff, moved, refunded] = [
    await aBooking(app, { date: took }),
    await aBooking(app, { date: missed }),
    await aBooking(app, { date: off }),
    await aBooking(app, { date: off }),
    await aBooking(app, { date: later }),
  ]
  const caller = { firstName: 'Skip', lastName: 'Rowe', email: null, phone: '(863) 555-0177' }
  const trip = { selectedDate: off, numberOfGuests: 1, packageType: 'TROPHY' as const, riders: 0 }
  const byPhone = (await app.call(enterPhoneBooking, { token: admin, body: { ...trip, ...caller } })).id
  await app.call(refundBooking, { token: admin, params: { id: refunded.bookingId }, query: { amount: 350 } })

  const { notices } = await app.call(getOwnerNotices, { token: admin })
  const body = { ...notices, addresses: TO, quietFrom: '', quietUntil: '', digestAt: '05:00' }
  await app.request('PUT', changeOwnerNotices.path, { token: admin, body })
  const before = await fileOf(calledOff)
  const move = await app.call(moveDay, { token: admin, body: { date: off, reason: 'WEATHER' } })
  const to = { newSelectedDate: other, numberOfGuests: 1 }
  await app.call(rescheduleBooking, { token: moved.token, params: { id: moved.bookingId }, body: to })

  await wakeUp(missed, '08:20')
  const tap = { date: missed, state: 'NO_SHOW' as const, was: null, at: app.clock.now().toISOString() }
  await app.call(checkIn, { token: admin, params: { id: noShow.bookingId }, body: tap })
  await wakeUp(off, '05:01')
  return { unpaid, noShow, calledOff, moved, refunded, byPhone, before, move }
}
let season: Awaited<ReturnType<typeof aSeason>>
const idsOf = (found: { id: number }[]) => found.map(({ id }) => id).toSorted((a, b) => a - b)

test('what became of each trip is one answer beside its status, and nobody owes money for a trip that is off', async () => {
  season = await aSeason()
  const { unpaid, noShow, calledOff, moved, refunded, byPhone } = season
  const told = await Promise.all(
    [unpaid, noShow, calledOff, moved, refunded]
      .map(({ bookingId }) => bookingId)
      .concat(byPhone)
      .map(booking),
  )
  expect(told.map(({ status, outcome, pendingAmount }) => [status, outcome, pendingAmount])).toEqual([
    ['COMPLETED', 'TOOK_PLACE', 2150],
    ['COMPLETED', 'NO_SHOW', 0],
    ['CONFIRMED', 'CALLED_OFF', 0],
    ['CONFIRMED', 'ON', 2150],
    ['CONFIRMED', 'ON', 2150],
    ['CONFIRMED', 'CALLED_OFF', 0],
  ])
})

test('a no-show is not moved as a trip that took place', async () => {
  const { unpaid, noShow } = season
  const whyNot = async (id: number) =>
    (await app.call(getAdminBooking, { token: admin, params: { id } })).canMove.why?.split('.')[0]
  expect(await whyNot(noShow.bookingId)).toBe("They didn't come")
  expect(await whyNot(unpaid.bookingId)).toBe('This trip is marked as completed')
})

test('the dashboard, the coming days and the lists: called off, and only what is owed is due or overdue', async () => {
  const { unpaid, moved, refunded } = season
  const { trips, money, waiting } = await app.call(getDashboardOverview, { token: admin })
  expect(trips.map(({ selectedDate, outcome, pendingAmount }) => [selectedDate, outcome, pendingAmount])).toEqual([
    [off, 'CALLED_OFF', 0],
    [off, 'CALLED_OFF', 0],
    [later, 'ON', 2150],
    [other, 'ON', 2150],
  ])
  // No due date is set, and a past trip is overdue all the same.
  expect(money).toMatchObject({ due: 4300, overdue: 2150 })
  expect(waiting).toMatchObject({ groupsToReach: 2, overdueBalances: 1 })
  const list = async (query: object) => idsOf(rowsOf(await app.call(listAdminBookings, { token: admin, query })))
  expect(await list({ only: 'UNPAID' })).toEqual(
    [unpaid.bookingId, moved.bookingId, refunded.bookingId].toSorted((a, b) => a - b),
  )
  expect(await list({ status: 'OVERDUE' })).toEqual([unpaid.bookingId])
  const { all } = await app.call(getSeasonMoney, { token: admin, query: { year: '2027' } })
  expect(all).toMatchObject({ trips: 3, due: 3 * 2150 })
})

test('the day sheet and the calendar of owner and guide: called off, nothing to collect, and no money is taken', async () => {
  const { calledOff } = season
  const guide = (await aColleague(app, 'GUIDE')).token
  for (const token of [admin, guide]) {
    const sheet = await app.call(getDaySheet, { token, params: { date: off } })
    expect(sheet.isCalledOff).toBe(true)
    expect(sheet.parties.map(({ outcome, pendingAmount }) => [outcome, pendingAmount])).toEqual([
      ['CALLED_OFF', 0],
      ['CALLED_OFF', 0],
    ])
    const { days, parties } = await app.call(getGuideCalendar, { token })
    expect(days.filter(({ isCalledOff }) => isCalledOff).map(({ date }) => date)).toEqual([off])
    expect(parties.map(({ outcome }) => outcome)).toEqual(['CALLED_OFF', 'CALLED_OFF', 'ON', 'ON'])
  }
  const cash = { token: admin, params: { id: calledOff.bookingId }, body: { amount: 100, method: 'CASH' as const } }
  expect(await app.answer(recordManualPayment, cash)).toMatchObject({ status: 409, body: { error: 'nothing-owed' } })
})

test("the calendar feed and the guest's file cancel a called-off trip, under a higher number", async () => {
  const { calledOff, before } = season
  const { pathname } = new URL((await app.call(renewCalendarFeed, { token: admin })).url)
  const { payload } = await app.app.http.inject({ url: pathname })
  const events = payload.replaceAll('\r\n ', '').split('BEGIN:VEVENT').slice(1)
  const offs = events.filter((event) => event.includes('SUMMARY:Called off: '))
  expect(offs).toHaveLength(2)
  for (const event of offs) {
    expect(event).toContain('STATUS:CANCELLED')
    expect(event).not.toContain('Balance')
  }
  expect(events.filter((event) => event.includes('STATUS:CANCELLED'))).toHaveLength(2)
  expect(events.filter((event) => event.includes('No-show'))).toHaveLength(1)
  const now = await fileOf(calledOff)
  expect(now).toContain('METHOD:CANCEL')
  expect(now).toContain('STATUS:CANCELLED')
  expect(sequenceOf(now)).toBeGreaterThan(sequenceOf(before))
})

test("the morning's email says that the day is off, with no balances; its groups got no reminder of it", async () => {
  const mails = await readMails(app, TO, 'owner-digest')
  const { subject, text } = mails.at(-1)!
  expect(subject).toBe('Your day: today called off, tomorrow 1 angler')
  expect(text).toContain("Called off: don't go out. 2 groups have not picked a new date or a refund yet:")
  const [today] = text.split('Tomorrow, ')
  expect(today).toContain('Skip Rowe')
  expect(today).not.toContain('Balance')
  const reminded = (await readMails(app, GUEST, 'trip-reminder')).map((mail) => mail.text)
  const isReminded = (one: Booked) => reminded.some((mail) => mail.includes(one.confirmationNumber))
  expect([isReminded(season.refunded), isReminded(season.calledOff)]).toEqual([true, false])
})

test('a message about balances is for those who owe one; whoever was refunded or is called off is marked, and any can be left out', async () => {
  const { unpaid, calledOff, moved, refunded } = season
  const words = { subject: 'Your balance', text: 'Hi {name}, you owe {due} for {number}.' }
  const body = { who: 'UNPAID' as const, ...words }
  const { recipients } = await app.call(previewMessage, { token: admin, body })
  expect(recipients.map(({ bookingId, refundedAmount }) => [bookingId, refundedAmount])).toEqual([
    [unpaid.bookingId, 0],
    [refunded.bookingId, 350],
    [moved.bookingId, 0],
  ])
  const week = await app.call(previewMessage, { token: admin, body: { ...body, who: 'WEEK', date: off } })
  expect(week.recipients.map(({ outcome }) => outcome)).toEqual(['CALLED_OFF', 'CALLED_OFF', 'ON', 'ON'])
  const headers = { 'idempotency-key': 'one-message' }
  const send = (to: number[]) => app.answer(sendMessage, { token: admin, body: { ...body, to }, headers })
  const sent = await send([unpaid.bookingId, calledOff.bookingId])
  expect(sent.body.recipients.map(({ bookingId }: { bookingId: number }) => bookingId)).toEqual([unpaid.bookingId])
  const written = (await readMails(app, GUEST, 'message')).map(({ text }) => text)
  expect(written).toEqual([expect.stringContaining(`you owe $2,150.00 for ${unpaid.confirmationNumber}.`)])
  expect((await send([unpaid.bookingId])).body.id).toBe(sent.body.id)
  expect(await send([refunded.bookingId])).toMatchObject({ status: 409, body: { error: 'key-reused' } })
  const nobody = { token: admin, body: { ...body, to: [] } }
  expect(await app.answer(sendMessage, nobody)).toMatchObject({ status: 409, body: { error: 'nobody-to-write-to' } })
})

test("a no-show's history and dispute pack say so, and never that the trip took place; it may not be reviewed", async () => {
  const { unpaid, noShow } = season
  const history = async ({ bookingId: id }: Booked) =>
    (await app.call(listBookingEvents, { token: admin, params: { id } })).map(({ description }) => description)
  expect((await history(noShow)).at(-1)).toBe('No-show. The deposit is kept.')
  expect((await history(unpaid)).at(-1)).toBe('The trip took place.')
  const pack = async ({ bookingId: id }: Booked) =>
    String((await app.answer(makeDisputePack, { token: admin, params: { id } })).body)
  const page = await pack(noShow)
  expect(page).toContain('No-show: the customer did not come')
  expect(page).not.toMatch(/trip took place/i)
  expect(await pack(unpaid)).toContain('The trip took place')
  expect(await pack(season.calledOff)).toContain('Called off by the business')
  const review = async (guest: Booked) =>
    app.answer(saveReview, {
      token: await signIn(guest),
      body: { bookingId: guest.bookingId, stars: 5, text: 'A morning on the water.' },
    })
  expect(await review(noShow)).toMatchObject({ status: 409, body: { error: 'trip-not-completed' } })
  expect(await review(unpaid)).toMatchObject({ status: 201 })
})

test('a no-show that is undone took place and owes; a day that is on after all is as booked again', async () => {
  const { noShow, calledOff, move } = season
  const tap = { date: missed, state: null, was: 'NO_SHOW' as const, at: app.clock.now().toISOString() }
  await app.call(checkIn, { token: admin, params: { id: noShow.bookingId }, body: tap })
  expect(await booking(noShow.bookingId)).toMatchObject({ outcome: 'TOOK_PLACE', pendingAmount: 2150 })
  const whileOff = sequenceOf(await fileOf(calledOff))
  await app.call(closeDayMove, { token: admin, params: { id: move.id }, body: { opensDay: true } })
  expect(await booking(calledOff.bookingId)).toMatchObject({ outcome: 'ON', pendingAmount: 2150 })
  const on = await fileOf(calledOff)
  expect(on).toContain('STATUS:CONFIRMED')
  expect(sequenceOf(on)).toBeGreaterThan(whileOff)
  const { trips } = await app.call(getDashboardOverview, { token: admin })
  expect(trips.every(({ outcome }) => outcome === 'ON')).toBe(true)
})

test('the balance of a past trip stays on the lists whatever its age', async () => {
  await wakeUp(addDays(took, 800), '10:00')
  const query = { status: 'OVERDUE' as const }
  const found = idsOf(rowsOf(await app.call(listAdminBookings, { token: admin, query })))
  expect(found).toContain(season.unpaid.bookingId)
})
