import { addresses } from '@arcadia/contract/addresses'
import {
  correctEmailOfBooking,
  getAdminBooking,
  listAdminBookings,
  moveBooking,
} from '@arcadia/contract/admin/bookings'
import { getDashboardOverview, getDaySheet } from '@arcadia/contract/admin/dashboard'
import { listMails } from '@arcadia/contract/admin/mails'
import { giveBackManualPayment, listManualPayments } from '@arcadia/contract/admin/manual-payments'
import { enterPhoneBooking } from '@arcadia/contract/admin/phone-bookings'
import { makePayLink } from '@arcadia/contract/balance-links'
import { getBooking } from '@arcadia/contract/bookings'
import { closeDayMove, listDayMoves, moveDay } from '@arcadia/contract/day-moves'
import { sendFreshLink } from '@arcadia/contract/fresh-links'
import { saveGuestNotes } from '@arcadia/contract/guest-notes'
import { splitBooking } from '@arcadia/contract/shares'
import { addDays } from '@arcadia/contract/trip-date'
import { getLinkedCalendar, getTrip, listMyBookings, moveTrip, openTrip, refundTrip } from '@arcadia/contract/trips'
import { publishWaiver } from '@arcadia/contract/waivers'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, anAngler, openDates } from '../../testing/builders.ts'
import { readMails } from '../../testing/read-mail.ts'
import { rowsOf, startTestApp, type TestApp } from '../../testing/test-app.ts'

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

const open = (token: string, ip?: string) => app.answer(openTrip, { body: { token }, ...(ip && { ip }) })
const move = (token: string, newSelectedDate: string) => app.answer(moveTrip, { body: { token, newSelectedDate } })
const refund = (token: string) => app.answer(refundTrip, { body: { token } })
const dateOf = async ({ token, bookingId }: Booked) =>
  (await app.call(getBooking, { token, params: { id: bookingId } })).selectedDate
const tokenIn = (link: string | null | undefined) => link!.split('#')[1]!
const INVALID = {
  status: 404,
  body: { error: 'trip-link-invalid', message: expect.stringContaining('(863) 555-0142') },
}
const OVER = { status: 409, body: { error: 'day-move-over' } }

/** Calls off the day of a booking; the link is that of the portal's text. */
async function callOff(booking: { bookingId: number; date: string }) {
  const { id, parties } = await app.call(moveDay, { token: admin, body: { date: booking.date, reason: 'WEATHER' } })
  const { link } = parties.find(({ bookingId }) => bookingId === booking.bookingId)!
  return { id, token: tokenIn(link) }
}
async function aCalledOff() {
  const date = nextDate()
  const booking = await aBooking(app, { date })
  return { ...booking, date, ...(await callOff({ ...booking, date })), session: booking.token }
}

test('the link of the email and of the text answers a called-off day, without signing in', async () => {
  const date = nextDate()
  const booking = await aBooking(app, { date })
  const { token } = await callOff({ ...booking, date })
  const [mail] = await readMails(app, 'ada@example.com', 'day-move-asked')
  expect(mail!.text).toContain(addresses.trip.href({ id: '', token }).split('#')[1])
  const opened = await open(token)
  expect(opened).toMatchObject({
    status: 200,
    body: {
      key: 'BOOKING',
      firstName: 'Ada',
      outcome: 'CALLED_OFF',
      calledOff: { date, reason: 'WEATHER', state: 'OPEN', canAnswer: true },
    },
  })
  expect(JSON.stringify(opened.body), 'no more than the email says').not.toMatch(/Angler|example\.com|555-/)

  const to = nextDate()
  const moved = { selectedDate: to, own: { confirmationNumber: booking.confirmationNumber } }
  expect(await move(token, to)).toMatchObject({ status: 200, body: moved })
  expect(await move(token, to), 'a repeat').toMatchObject({ status: 200, body: moved })
  expect(await dateOf(booking)).toBe(to)
  expect(await move(token, nextDate()), 'the link can do that once').toMatchObject(OVER)
  expect(await refund(token)).toMatchObject(OVER)
  expect(await open(token)).toMatchObject({
    body: { calledOff: { canAnswer: false, state: 'ANSWERED' }, own: { paidAmount: 350, pendingAmount: 2150 } },
  })
})

test('the refund by the link cancels, and a repeat gets the first answer', async () => {
  const { token, session, bookingId } = await aCalledOff()
  const [first, second] = await Promise.all([refund(token), refund(token)])
  expect(first).toMatchObject({ status: 200, body: { success: true, message: expect.stringContaining('$350.00') } })
  expect(second.status).toBe(200)
  const { status, refundedAmount } = await app.call(getBooking, { token: session, params: { id: bookingId } })
  expect({ status, refundedAmount }).toEqual({ status: 'CANCELLED', refundedAmount: 350 })
  expect(await open(token)).toMatchObject({
    body: { status: 'CANCELLED', own: { refundedAmount: 350, wasCalledOff: true } },
  })
  expect(await move(token, nextDate())).toMatchObject(OVER)
})

test('the list of a guest says of every trip what its page says is left to do, in as many statements for one trip as for six', async () => {
  const angler = await anAngler(app)
  const { token } = angler
  const list = () => app.call(listMyBookings, { token })
  const statementsOfList = async () => {
    const counts: number[] = []
    for (let time = 0; time < 4; time++) {
      const sent = vi.spyOn(pg.Client.prototype, 'query')
      await list()
      counts.push(sent.mock.calls.length)
      sent.mockRestore()
    }
    // A sweep may send some meanwhile.
    return Math.min(...counts)
  }
  const from = nextDate()
  const { bookingId: first } = await aBooking(app, { date: from, angler })
  await app.call(moveBooking, { token: admin, params: { id: first }, body: { from, to: nextDate() } })
  const forOne = await statementsOfList()
  for (let more = 0; more < 5; more++) await aBooking(app, { date: nextDate(), angler })
  const second = (await list()).find(({ id }) => id !== first)
  const notes = { experience: 'Two trips', seats: null, health: null, allergies: null, birthdays: null }
  await app.call(saveGuestNotes, { token, params: { id: second!.id }, body: notes })
  const shares = [
    { name: 'Ada', isOwn: true },
    { name: 'Sam', email: 'sam@friends.example' },
  ]
  await app.call(splitBooking, { token, params: { id: second!.id }, body: { shares, seen: [], owed: 2150 } })

  expect(await statementsOfList()).toBe(forOne)
  const listed = await list()
  expect(listed).toHaveLength(6)
  for (const { id, waiver, isGuideTold, split, movedByUs } of listed) {
    const { own, ...page } = await app.call(getTrip, { token, params: { id } })
    const { isGuideTold: told, split: shared, movedByUs: moved } = own!
    expect({ waiver, isGuideTold, split, movedByUs }).toEqual({
      waiver: page.waiver,
      isGuideTold: told,
      split: shared,
      movedByUs: moved,
    })
  }
  expect(listed.find(({ id }) => id === first)!.movedByUs).toMatch(/^We moved the trip from /)
  expect(listed.find(({ id }) => id === second!.id)).toMatchObject({
    isGuideTold: true,
    split: {
      rest: 0,
      shares: [
        { name: 'Ada', asks: 1075 },
        { name: 'Sam', asks: 1075 },
      ],
    },
  })
})

test('two who answer at once get one answer', async () => {
  const { token, session, bookingId } = await aCalledOff()
  const to = nextDate()
  const answers = await Promise.all([move(token, to), refund(token)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const { status, selectedDate } = await app.call(getBooking, { token: session, params: { id: bookingId } })
  expect(status === 'CANCELLED' || selectedDate === to).toBe(true)
})

test('a trip that is on after all, or was never called off, moves and refunds nothing', async () => {
  const { token, id, session, bookingId, date } = await aCalledOff()
  await app.call(closeDayMove, { token: admin, params: { id }, body: { opensDay: true } })
  expect(await move(token, nextDate())).toMatchObject(OVER)
  expect(await refund(token)).toMatchObject(OVER)
  expect(await open(token)).toMatchObject({
    body: { calledOff: { state: 'WITHDRAWN', canAnswer: false }, selectedDate: date },
  })
  const { status, selectedDate } = await app.call(getBooking, { token: session, params: { id: bookingId } })
  expect({ status, selectedDate }).toEqual({ status: 'CONFIRMED', selectedDate: date })
})

test('a wrong link, one of another booking, and one to an address that has changed get one sentence', async () => {
  const { token, bookingId } = await aCalledOff()
  const other = await aCalledOff()
  const mixed = `${bookingId}-${other.token.split('-').slice(1).join('-')}`
  for (const wrong of ['x', '0', `${bookingId}`, `${token}x`, mixed, '999999-abc'])
    for (const refused of [await open(wrong), await move(wrong, nextDate()), await refund(wrong)])
      expect(refused).toMatchObject({ status: 404, body: { error: 'trip-link-invalid' } })
  expect(await open('x')).toMatchObject(INVALID)
  await app.call(correctEmailOfBooking, {
    token: admin,
    params: { id: bookingId },
    body: { email: 'right@example.com' },
  })
  expect(await open(token)).toMatchObject(INVALID)
  const { content } = await app.call(listDayMoves, { token: admin, query: { size: 100 } })
  const { link } = content.flatMap(({ parties }) => parties).find((party) => party.bookingId === bookingId)!
  expect((await open(tokenIn(link))).status).toBe(200)
})

test('a cut link is emailed again: with the question while the day waits for an answer, else the page', async () => {
  const { token, bookingId } = await aCalledOff()
  const mails = async () => {
    const { content } = await app.call(listMails, { token: admin, query: { bookingId } })
    return ['day-move-asked', 'trip-link'].map((one) => content.filter(({ kind }) => kind === one).length)
  }
  const { content } = await app.call(listDayMoves, { token: admin, query: { size: 100 } })
  const { link } = content.flatMap(({ parties }) => parties).find((party) => party.bookingId === bookingId)!
  const id = link!.split('/').at(-1)!.split('#')[0]!
  await app.call(sendFreshLink, { body: { link: id } })
  expect(await mails()).toEqual([2, 0])
  await app.call(sendFreshLink, { body: { link: `${id}x` } })
  await refund(token)
  await app.call(sendFreshLink, { body: { link: id } })
  expect(await mails()).toEqual([2, 1])
})

test('looking is limited by network', async () => {
  const { token } = await aCalledOff()
  const statuses: number[] = []
  for (let nth = 0; nth < 61; nth++) statuses.push((await open(token, '203.0.113.77')).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  expect(statuses.at(-1)).toBe(429)
})

test('a pay link opens the trip as its group sees it once the deposit is paid, and can only pay', async () => {
  await app.call(publishWaiver, { token: admin, body: { text: 'Fishing is dangerous.', after: null } })
  const date = nextDate()
  const caller = { firstName: 'Earl', lastName: 'Dugan', email: null, phone: '(863) 555-0188' }
  const trip = { selectedDate: date, numberOfGuests: 2, packageType: 'TROPHY' as const, riders: 1 }
  const depositUntil = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
  const awaited = await app.call(enterPhoneBooking, { token: admin, body: { ...trip, ...caller, depositUntil } })
  const payLink = async (id: number) => {
    const { link } = await app.call(makePayLink, { token: admin, params: { id }, body: {} })
    return tokenIn(link)
  }
  expect(await open(await payLink(awaited.id))).toMatchObject(INVALID)

  const paid = { ...caller, phone: '(863) 555-0189', payment: { amount: 700, method: 'CASH' as const, note: null } }
  const booking = await app.call(enterPhoneBooking, { token: admin, body: { ...trip, ...paid } })
  const kept = await open(tokenIn(booking.tripUrl))
  expect(kept.body, 'the page that is texted to a guest without an email').toMatchObject({ own: { paidAmount: 700 } })
  const token = await payLink(booking.id)
  const opened = await open(token)
  expect(opened).toMatchObject({
    status: 200,
    body: {
      key: 'GROUP',
      numberOfGuests: 2,
      riders: 1,
      selectedDate: date,
      calledOff: null,
      waiver: { signed: 0, wanted: 3 },
      own: null,
    },
  })
  const file = await app.answer(getLinkedCalendar, { body: { token } })
  expect(file.status).toBe(200)
  expect(file.body).toContain('BEGIN:VEVENT')
  const sheet = await app.call(getDaySheet, { token: admin, params: { date } })
  expect(sheet.parties.find(({ id }) => id === booking.id)!.waiver!.url).toBe(opened.body.groupUrl)

  await callOff({ bookingId: booking.id, date })
  expect(await open(token)).toMatchObject({ body: { outcome: 'CALLED_OFF', calledOff: { canAnswer: false } } })
  for (const refused of [await move(token, nextDate()), await refund(token)])
    expect(refused).toMatchObject({ status: 404, body: { error: 'trip-link-invalid' } })
})

test('a called-off day that is over is still answered with a refund, and a repeat reads the same', async () => {
  nextDate()
  admin = await anAdmin(app)
  const { token, date, bookingId } = await aCalledOff()
  app.clock.set(`${addDays(date, 1)}T15:00:00Z`)
  expect(await open(token)).toMatchObject({ status: 200, body: { calledOff: { state: 'OPEN', canAnswer: true } } })
  const answers = [await refund(token), await refund(token)]
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 200, body: { success: true, trip: { status: 'CANCELLED' } } })
  const params = { id: bookingId }
  expect(await app.call(getAdminBooking, { token: await anAdmin(app), params })).toMatchObject({ refundedAmount: 350 })
})

test('money paid by hand for a called-off day waits, by name, until it is given back, and the owner is told', async () => {
  admin = await anAdmin(app)
  const date = nextDate()
  const trip = { selectedDate: date, numberOfGuests: 2, packageType: 'TROPHY' as const, riders: 0 }
  const guest = { firstName: 'Joy', lastName: 'Pell', email: 'joy@example.com', phone: '(863) 555-0133' }
  const payment = { amount: 700, method: 'ZELLE' as const, note: null }
  const { id } = await app.call(enterPhoneBooking, { token: admin, body: { ...trip, ...guest, payment } })
  const { token } = await callOff({ bookingId: id, date })
  const waits = async () => {
    const { waiting, waitingLongest } = await app.call(getDashboardOverview, { token: admin })
    const listed = rowsOf(await app.call(listAdminBookings, { token: admin, query: { only: 'TO_GIVE_BACK' } }))
    const amounts = listed.map(({ id, toGiveBack }) => [id, toGiveBack])
    return [waiting.toGiveBack, waitingLongest.filter(({ kind }) => kind === 'toGiveBack'), amounts]
  }
  expect(await waits()).toEqual([0, [], []])
  expect(await refund(token)).toMatchObject({ status: 200 })
  expect(await waits()).toEqual([1, [{ kind: 'toGiveBack', id, name: 'Joy Pell', line: '$700.00' }], [[id, 700]]])
  const notice = (await readMails(app, 'admin@localhost', 'booking-cancelled-notice')).at(-1)
  expect(notice!.subject).toContain('Joy Pell')
  expect(notice!.text).toContain("they don't want another date. Give back the $700.00 they paid by hand.")

  const [mail] = await readMails(app, 'joy@example.com', 'booking-cancelled')
  expect(mail!.text).toContain("We'll hand your $700.00 back.")
  expect(mail!.text).not.toContain("isn't refundable")

  const [paid] = await app.call(listManualPayments, { token: admin, params: { id } })
  const body = { reason: 'Called off' }
  await app.call(giveBackManualPayment, { token: admin, params: { id: paid!.id }, body })
  expect(await waits()).toEqual([0, [], []])
})
