import { holdAngler, payAngler } from '@arcadia/contract/added-anglers'
import { getAdminBooking, setBookingStatus } from '@arcadia/contract/admin/bookings'
import { setMaxCapacity, setPrivateSpotPrice, setSharing } from '@arcadia/contract/admin/configuration'
import { getDaySheet } from '@arcadia/contract/admin/dashboard'
import { enterPhoneBooking } from '@arcadia/contract/admin/phone-bookings'
import { getAvailability } from '@arcadia/contract/availability'
import { cancelBooking, getBooking, listBookingEvents, rescheduleBooking } from '@arcadia/contract/bookings'
import { moveDay } from '@arcadia/contract/day-moves'
import { createHold, getCurrentHold, PAY_FIRST_MESSAGE, releaseHold } from '@arcadia/contract/holds'
import { payBalance } from '@arcadia/contract/payments'
import { getTrip } from '@arcadia/contract/trips'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, anAngler, networkAddress, openDates, PAST_THE_HOLD } from '../../testing/builders.ts'
import { checkBooks } from '../../testing/check-books.ts'
import { readMails } from '../../testing/read-mail.ts'
import { sam, sharesOf } from '../../testing/shares-of.ts'
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts'

/** An angler who joins a booking that stands (docs/rules.md §2.38). */

let app: TestApp
let admin: string
let date: string
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp({ patience: { answerWithinMs: 4000, callMs: 8000 } })
  admin = await anAdmin(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.simulator.control('POST', '/reset')
  date = dates.shift()!
})

type Guest = Awaited<ReturnType<typeof aBooking>>
interface Pressed {
  key?: string
  card?: string
  amount?: number
  totalAmount?: number
}

let presses = 0
const hold = ({ token, bookingId }: Pick<Guest, 'token' | 'bookingId'>) =>
  app.answer(holdAngler, { token, params: { id: bookingId }, ip: networkAddress() })

/** A hold and a function that pays it. */
async function held(guest: Guest) {
  const answer = await hold(guest)
  expect(answer.status).toBe(201)
  return { ...answer.body, pay: (how?: Pressed) => pay(guest, answer.body, how) }
}

async function pay(
  { token, bookingId }: Pick<Guest, 'token' | 'bookingId'>,
  of: { hold: { holdId: string } | null; deposit: number; totalAmount: number },
  { key = `press-${++presses}`, card, amount = of.deposit, totalAmount = of.totalAmount }: Pressed = {},
) {
  const paymentToken = amount > 0 ? await app.simulator.cardToken(card) : undefined
  return app.answer(payAngler, {
    token,
    params: { id: bookingId },
    headers: { 'idempotency-key': key },
    body: {
      holdId: of.hold?.holdId,
      amount,
      totalAmount,
      currency: 'USD',
      paymentToken,
      termsVersion: '2026-11-26',
    },
    ip: networkAddress(),
  })
}

const read = (id: number) => app.call(getBooking, { token: admin, params: { id } })
const claimed = async (day = date) => 4 - (await app.call(getAvailability, { params: { date: day } })).availableSpots
const charges = () => app.simulator.calls('charge')
const refused = (error: string, message: unknown = expect.any(String)) => ({ status: 409, body: { error, message } })
const books = () => checkBooks(app, admin)
async function settled() {
  await eventually(async () => {
    app.clock.advance({ seconds: 31 })
    await app.app.runJobs()
    return (await books()).unresolved === 0
  })
}
const canJoin = async ({ token, bookingId }: Guest) =>
  (await app.call(getTrip, { token, params: { id: bookingId } })).own?.canAddAngler

describe('an angler who joins', () => {
  test('pays the deposit now; total, deposit, balance, history and emails follow with the capture, at the prices of the booking', async () => {
    const guest = await aBooking(app, { date, guests: 2, riders: 1 })
    const spot = await held(guest)
    expect(spot).toMatchObject({ numberOfGuests: 3, added: 2500, totalAmount: 7650, deposit: 350 })
    expect(await claimed()).toBe(3)
    expect(await read(guest.bookingId)).toMatchObject({ numberOfGuests: 2, totalAmount: 5150 })
    expect((await canJoin(guest))?.heldUntil).toEqual(spot.hold?.expiresAt)
    // Nobody is offered to book with it.
    expect((await app.call(getCurrentHold, { token: guest.token })).hold).toBeNull()

    expect(await spot.pay()).toMatchObject({ status: 201, body: { payment: { amount: 350, status: 'CAPTURED' } } })
    expect(await read(guest.bookingId)).toMatchObject({
      numberOfGuests: 3,
      totalAmount: 7650,
      depositAmount: 1050,
      paidAmount: 1050,
      pendingAmount: 6600,
      status: 'CONFIRMED',
    })
    expect(await claimed()).toBe(3)
    const events = await app.call(listBookingEvents, { token: guest.token, params: { id: guest.bookingId } })
    expect(events.slice(-2)).toMatchObject([
      { kind: 'angler-added', description: 'Angler added: 3 anglers instead of 2. The total is $7,650.00.' },
      { kind: 'paid', description: 'Deposit of an added angler: $350.00 paid by card, Visa ending in 1111.' },
    ])
    await app.app.runJobs()
    const [told] = (await readMails(app, 'ada@example.com', 'booking-corrected')).slice(-1)
    expect(told?.subject).toMatch(/^An angler was added to your booking/)
    expect(told?.text).toContain('Angler added: 3 anglers instead of 2. The total is $7,650.00.')
    expect(told?.text).toContain('$6,600.00')
    const [notice] = (await readMails(app, 'admin@localhost', 'angler-added-notice')).slice(-1)
    expect(notice?.subject).toMatch(/^One more angler: Ada Angler, .*, 3 anglers, 1 rider$/)
    expect(await books()).toMatchObject({ balanced: true, unresolved: 0 })
  })

  test('joins once, however often and on however many phones Pay is pressed', async () => {
    const guest = await aBooking(app, { date, guests: 1 })
    const before = await charges()
    const spot = await held(guest)
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => spot.pay({ key: 'same' })),
      ...[1, 2, 3].map(() => spot.pay()),
    ])
    expect(answers.every(({ status }) => status === 201 || status === 200)).toBe(true)
    expect(await charges()).toBe(before + 1)
    expect(await read(guest.bookingId)).toMatchObject({ numberOfGuests: 2, paidAmount: 700 })
    expect(await spot.pay({ key: 'same' })).toMatchObject({ status: 200, body: answers[0]!.body })
    expect(await spot.pay({ key: 'later' })).toMatchObject({ status: 200 })
    // Another phone's hold takes the place of the first one, which then can't be paid.
    const first = await held(guest)
    const second = await held(guest)
    expect(await first.pay()).toMatchObject(refused('hold-released'))
    const both = await Promise.all([second.pay(), second.pay()])
    expect(both.map(({ status }) => status).every((status) => status < 300)).toBe(true)
    expect(await read(guest.bookingId)).toMatchObject({ numberOfGuests: 3, paidAmount: 1050 })
    expect(await books()).toMatchObject({ balanced: true, unresolved: 0 })
  })

  test('takes the last spot from nobody: of two groups at once one grows, and a full day refuses the other', async () => {
    const [one, other] = [await aBooking(app, { date, guests: 2 }), await aBooking(app, { date, guests: 1 })]
    const answers = await Promise.all([hold(one), hold(other)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const winner = answers[0]!.status === 201 ? one : other
    const loser = winner === one ? other : one
    const won = answers.find(({ status }) => status === 201)!
    expect((await pay(winner, won.body)).status).toBe(201)
    expect(await hold(loser)).toMatchObject(refused('not-enough-spots'))
    expect(await claimed()).toBe(4)
  })

  test('of a bill that is split, the email says who owes how much now', async () => {
    const guest = await aBooking(app, { date, guests: 2 })
    await sharesOf(
      () => app,
      () => guest,
    ).aSplit({ name: 'Ada', isOwn: true }, sam)
    expect((await (await held(guest)).pay()).status).toBe(201)
    await app.app.runJobs()
    const [told] = (await readMails(app, 'ada@example.com', 'booking-corrected')).slice(-1)
    expect(told?.text).toContain('Open shares: yours $3,225.00, Sam $3,225.00')
  })

  test('is four at most, and keeps to how groups share the boat', async () => {
    const guest = await aBooking(app, { date, guests: 4 })
    await app.call(setMaxCapacity, { token: admin, body: { maxCapacity: 6 } })
    expect(await hold(guest)).toMatchObject(
      refused('not-changeable', 'A group is at most 4 anglers. For a larger group, please enquire.'),
    )
    await app.call(setMaxCapacity, { token: admin, body: { maxCapacity: 4 } })
    const shared = dates.shift()!
    const [one] = [await aBooking(app, { date: shared }), await aBooking(app, { date: shared })]
    await app.call(setSharing, { token: admin, body: { sharing: 'TWO_ANGLERS' } })
    expect((await hold(one)).status).toBe(409)
    await app.call(setSharing, { token: admin, body: { sharing: 'OPEN' } })
    expect((await hold(one)).status).toBe(201)
  })

  test('takes an empty spot of a private morning, whose price comes off', async () => {
    await app.call(setPrivateSpotPrice, { token: admin, body: { privateSpotPrice: 250 } })
    const guest = await aBooking(app, { date, guests: 2, isPrivate: true })
    await app.call(setPrivateSpotPrice, { token: admin, body: { privateSpotPrice: 900 } })
    const spot = await held(guest)
    expect(spot).toMatchObject({ added: 2250, totalAmount: 3 * 2500 + 250, deposit: 350 })
    expect((await spot.pay()).status).toBe(201)
    expect(await read(guest.bookingId)).toMatchObject({
      totalAmount: 7750,
      privateMorning: { spots: 4, spotPrice: 250 },
    })
    expect((await (await held(guest)).pay()).status).toBe(201)
    expect(await read(guest.bookingId)).toMatchObject({ numberOfGuests: 4, totalAmount: 10_000 })
    await app.call(setPrivateSpotPrice, { token: admin, body: { privateSpotPrice: null } })
  })

  test('is refused another deposit or total than the booking has', async () => {
    const guest = await aBooking(app, { date, guests: 1 })
    const spot = await held(guest)
    expect(await spot.pay({ amount: 349 })).toMatchObject(
      refused('payment-differs', 'The deposit for one more angler is $350.00.'),
    )
    expect(await spot.pay({ totalAmount: 4999 })).toMatchObject(
      refused('payment-differs', 'With one more angler, the total is now $5,000.00.'),
    )
    expect((await spot.pay({ amount: 0 })).status).toBe(409)
    expect(
      await app.answer(payAngler, {
        token: guest.token,
        params: { id: guest.bookingId },
        body: {
          amount: 350,
          totalAmount: 5000,
          currency: 'USD',
          paymentToken: 'x',
          termsVersion: '2026-11-26',
        },
      }),
    ).toMatchObject({ status: 400 })
    expect((await read(guest.bookingId)).numberOfGuests).toBe(1)
  })

  test('belongs to its guest: no other session holds or pays for it', async () => {
    const guest = await aBooking(app, { date, guests: 1 })
    const other = await anAngler(app)
    expect((await hold({ ...guest, token: other.token })).status).toBe(404)
    const spot = await held(guest)
    expect((await pay({ ...guest, token: other.token }, spot)).status).toBe(404)
    const theirs = await aBooking(app, { date: dates.shift()!, guests: 1 })
    expect((await pay({ token: guest.token, bookingId: theirs.bookingId }, spot)).status).toBe(404)
    expect((await app.answer(holdAngler, { params: { id: guest.bookingId } })).status).toBe(401)
  })
})

describe('a payment that fails or stays unknown', () => {
  test('a declined card keeps the hold for another one; closing gives the spot back', async () => {
    const guest = await aBooking(app, { date, guests: 1 })
    const spot = await held(guest)
    expect((await spot.pay({ card: 'emulate=10401' })).status).toBe(402)
    expect(await read(guest.bookingId)).toMatchObject({ numberOfGuests: 1, pendingAmount: 2150 })
    expect(await claimed()).toBe(2)
    await app.call(releaseHold, { token: guest.token, params: { id: spot.hold!.holdId } })
    expect(await claimed()).toBe(1)
    expect(await spot.pay()).toMatchObject(refused('hold-released'))
  })

  test('an unknown outcome keeps the spot past the hold and leaves the booking as it is until it is known', async () => {
    const guest = await aBooking(app, { date, guests: 1 })
    await app.simulator.fault({ operation: 'charge', fault: 'lost-request', times: 1 })
    const spot = await held(guest)
    expect(await spot.pay({ key: 'lost' })).toMatchObject({ status: 202, body: { payment: { status: 'PROCESSING' } } })
    app.clock.advance(PAST_THE_HOLD)
    expect(await claimed()).toBe(2)
    expect(await read(guest.bookingId)).toMatchObject({ numberOfGuests: 1, totalAmount: 2500, paidAmount: 350 })
    // The owner sees for whom the spot is kept.
    const sheet = async () =>
      (await app.call(getDaySheet, { token: admin, params: { date } })).parties.find(({ id }) => id === guest.bookingId)
    const seen = async () =>
      (await app.call(getAdminBooking, { token: admin, params: { id: guest.bookingId } })).charges
    expect(await sheet()).toMatchObject({ isGrowing: true, numberOfGuests: 1 })
    expect(await seen()).toMatchObject([{ isAngler: false }, { isAngler: true, status: 'PROCESSING' }])
    // Nothing else changes its money or its date meanwhile.
    const { token, bookingId } = guest
    const body = { newSelectedDate: dates[0]!, numberOfGuests: 1 }
    const params = { id: bookingId }
    expect(await app.answer(rescheduleBooking, { token, params, body })).toMatchObject(refused('payment-in-progress'))
    expect(await app.answer(cancelBooking, { token, params })).toMatchObject(refused('payment-in-progress'))
    expect(await hold(guest)).toMatchObject(refused('payment-in-progress'))
    await settled()
    expect(await sheet()).toMatchObject({ isGrowing: false, numberOfGuests: 2 })
    expect(await read(bookingId)).toMatchObject({ numberOfGuests: 2, totalAmount: 5000, paidAmount: 700 })
    expect(await spot.pay({ key: 'lost' })).toMatchObject({ status: 200, body: { payment: { status: 'CAPTURED' } } })
    expect(await claimed()).toBe(2)
  })

  test('one that is declined later changes nothing, frees the spot and is emailed', async () => {
    const guest = await aBooking(app, { date, guests: 1 })
    await app.simulator.fault({ operation: 'charge', fault: 'lost-request', times: 1 })
    const spot = await held(guest)
    expect((await spot.pay({ card: 'emulate=10401' })).status).toBe(202)
    app.clock.advance(PAST_THE_HOLD)
    await settled()
    expect(await read(guest.bookingId)).toMatchObject({ numberOfGuests: 1, totalAmount: 2500, status: 'CONFIRMED' })
    expect(await claimed()).toBe(1)
    await app.app.runJobs()
    const [mail] = (await readMails(app, 'ada@example.com', 'payment-outcome')).slice(-1)
    expect(mail?.subject).toMatch(/^Your payment didn't go through: \$/)
    expect(mail?.text).toContain("Your booking hasn't changed.")
  })

  test('one that comes in after the owner canceled the booking waits to be refunded, and the booking never grows', async () => {
    const guest = await aBooking(app, { date, guests: 1 })
    const before = await charges()
    await app.simulator.fault({ operation: 'charge', fault: 'slow-after', delayMs: 600_000 })
    const paying = (await held(guest)).pay()
    await eventually(async () => (await charges()) === before + 1)
    const params = { id: guest.bookingId }
    await app.call(setBookingStatus, { token: admin, params, query: { status: 'CANCELLED' } })
    await app.simulator.endFaults()
    await paying
    await settled()
    expect(await read(guest.bookingId)).toMatchObject({ numberOfGuests: 1, totalAmount: 2500, status: 'CANCELLED' })
    expect(await claimed()).toBe(0)
    expect(await books()).toMatchObject({ balanced: true, unresolved: 0 })
  })

  test('on a day that is called off meanwhile the angler has joined, and answers with the group', async () => {
    const guest = await aBooking(app, { date, guests: 1 })
    await app.simulator.fault({ operation: 'charge', fault: 'lost-request', times: 1 })
    expect((await (await held(guest)).pay()).status).toBe(202)
    await app.call(moveDay, { token: admin, body: { date, reason: 'WEATHER' } })
    await settled()
    expect(await read(guest.bookingId)).toMatchObject({ numberOfGuests: 2, outcome: 'CALLED_OFF', paidAmount: 700 })
    expect(await hold(guest)).toMatchObject(refused('not-changeable'))
  })
})

describe('nobody joins', () => {
  test('a booking that is called off, canceled, over or awaits its deposit, and the page says why', async () => {
    const guest = await aBooking(app, { date, guests: 1 })
    expect(await canJoin(guest)).toEqual({ ok: true, why: null, heldUntil: null })
    const spot = await held(guest)
    await app.call(cancelBooking, { token: guest.token, params: { id: guest.bookingId } })
    expect(await canJoin(guest)).toMatchObject({ ok: false, why: 'This booking was canceled.' })
    expect(await spot.pay()).toMatchObject(refused('not-changeable', 'This booking was canceled.'))

    const off = dates.shift()!
    const calledOff = await aBooking(app, { date: off, guests: 1 })
    const before = await held(calledOff)
    await app.call(moveDay, { token: admin, body: { date: off, reason: 'WEATHER' } })
    expect(await before.pay()).toMatchObject(
      refused('spots-taken', "This day was just called off. You weren't charged."),
    )
    expect(await hold(calledOff)).toMatchObject(
      refused('not-changeable', 'Please pick another date first. Then you can add an angler.'),
    )
    expect(await charges()).toBe(2)
  })

  test('a booking that moved to another date meanwhile', async () => {
    const guest = await aBooking(app, { date, guests: 1 })
    const spot = await held(guest)
    const body = { newSelectedDate: dates.shift()!, numberOfGuests: 1 }
    await app.call(rescheduleBooking, { token: guest.token, params: { id: guest.bookingId }, body })
    expect(await spot.pay()).toMatchObject(refused('booking-changed'))
    expect((await (await held(guest)).pay()).status).toBe(201)
  })

  test('with an expired hold, or on the day itself', async () => {
    const guest = await aBooking(app, { date, guests: 1 })
    const spot = await held(guest)
    app.clock.advance(PAST_THE_HOLD)
    expect(await spot.pay()).toMatchObject(refused('hold-expired'))
    expect(await claimed()).toBe(1)
  })

  test('while a balance is being paid an angler joins or waits, and neither is lost', async () => {
    const guest = await aBooking(app, { date, guests: 1 })
    const spot = await held(guest)
    const body = {
      bookingId: guest.bookingId,
      amount: 500,
      currency: 'USD' as const,
      paymentToken: await app.simulator.cardToken(),
    }
    const [balance, joined] = await Promise.all([app.answer(payBalance, { token: guest.token, body }), spot.pay()])
    const paid = (balance.status === 201 ? 500 : 0) + (joined.status === 201 ? 350 : 0)
    expect(paid).toBeGreaterThan(0)
    expect(await read(guest.bookingId)).toMatchObject({
      numberOfGuests: joined.status === 201 ? 2 : 1,
      paidAmount: 350 + paid,
    })
    expect(await books()).toMatchObject({ balanced: true, unresolved: 0 })
  })

  test('for whom too many unpaid spots are kept: nothing is held, and the press takes the spot', async () => {
    const guest = await anAngler(app)
    const caller = { firstName: 'Pat', lastName: 'Phone', email: 'pat@phone.example', phone: '(863) 555-0199' }
    const trip = { selectedDate: date, numberOfGuests: 1, packageType: 'STANDARD' as const }
    const { id: bookingId } = await app.call(enterPhoneBooking, { token: admin, body: { ...trip, ...caller } })
    await inTransaction(app.database.db, app.clock, (tx) =>
      tx.updateTable('bookings').set({ user_id: guest.id }).where('id', '=', bookingId).execute(),
    )
    const ip = '198.51.100.7'
    // Strangers of that network hold one spot each, until there is none for another.
    for (let count = 0; ; count++) {
      const { token } = await anAngler(app)
      const body = { selectedDate: dates[Math.floor(count / 4)]!, numberOfGuests: 1 }
      if ((await app.answer(createHold, { token, body, ip })).status === 202) break
    }
    const own = { token: guest.token, bookingId }
    const first = await app.answer(holdAngler, { token: guest.token, params: { id: bookingId }, ip })
    expect(first).toMatchObject({ status: 201, body: { hold: null, message: PAY_FIRST_MESSAGE, totalAmount: 3000 } })
    expect(await claimed()).toBe(1)
    // A decline frees the spot at once.
    expect((await pay(own, first.body, { card: 'emulate=10401' })).status).toBe(402)
    expect(await claimed()).toBe(1)
    const key = 'first-pay'
    const answers = await Promise.all([pay(own, first.body, { key }), pay(own, first.body, { key })])
    expect(answers.map(({ status }) => status).every((status) => status < 300)).toBe(true)
    expect(await read(bookingId)).toMatchObject({ numberOfGuests: 2, totalAmount: 3000, paidAmount: 350 })
    expect(await books()).toMatchObject({ balanced: true, unresolved: 0 })
  })
})

test('the hold of an angler who joins stands beside no booking of its own', async () => {
  app.clock.advance(PAST_THE_HOLD)
  const guest = await aBooking(app, { date, guests: 1 })
  await held(guest)
  const answer = await app.answer(createHold, {
    token: guest.token,
    body: { selectedDate: date, numberOfGuests: 1 },
    ip: networkAddress(),
  })
  expect(answer.status).toBe(201)
  expect(await claimed()).toBe(2)
})
