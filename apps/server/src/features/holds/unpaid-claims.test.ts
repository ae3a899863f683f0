import { recordManualPayment } from '@arcadia/contract/admin/manual-payments'
import { enterPhoneBooking } from '@arcadia/contract/admin/phone-bookings'
import { getAvailabilityRange } from '@arcadia/contract/availability'
import { cancelBooking } from '@arcadia/contract/bookings'
import { createHold, getCurrentHold, PAY_FIRST_MESSAGE, releaseHold } from '@arcadia/contract/holds'
import { heldOf } from '@arcadia/contract/testing/held-of'
import { joinWaitlist, leaveWaitlist, listMyWaitlist } from '@arcadia/contract/waitlist'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import { aBooking } from '../../testing/a-booking.ts'
import { type Angler, anAdmin, anAngler, networkAddress, openDates, PAST_THE_HOLD } from '../../testing/builders.ts'
import { untilWaiting } from '../../testing/queued-behind.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createHolds } from './holds.service.ts'

const FIRST = '2027-05-16'
const LAST = '2027-09-05'
const NETWORK = '198.51.100.7'
/** 80 dates of 4 spots. */
const OPEN_SPOTS = 4 * openDates().length
const OF_A_NETWORK = OPEN_SPOTS * 0.05
const ALL = OPEN_SPOTS * 0.25

let app: TestApp
let dates: string[]
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => {
  dates = openDates()
})
afterEach(async () => {
  // Each test starts with a whole season and nothing that still counts.
  await inTransaction(app.database.db, app.clock, async (tx, now) => {
    await tx.updateTable('bookings').set({ status: 'CANCELLED' }).execute()
    await tx.updateTable('waitlist_entries').set({ ended_at: now }).where('ended_at', 'is', null).execute()
  })
  // At the same time of the next day, because an offer made at night lasts until the morning.
  app.clock.advance({ minutes: 24 * 60 })
  for (const _round of [1, 2]) await app.app.runJobs()
})

const hold = ({ token }: Pick<Angler, 'token'>, selectedDate: string, numberOfGuests = 4, ip = NETWORK) =>
  app.answer(createHold, { token, body: { selectedDate, numberOfGuests }, ip })
const join = ({ token }: Angler, selectedDate: string, numberOfGuests: number, ip = networkAddress()) =>
  app.answer(joinWaitlist, { token, body: { selectedDate, numberOfGuests }, ip })
const waiting = ({ token }: Angler) => app.call(listMyWaitlist, { token })
const offerOf = async (angler: Angler) => (await waiting(angler))[0]?.offer ?? null

/** Spots that strangers can't have although nobody booked them. */
async function outOfReach(): Promise<number> {
  const days = await app.call(getAvailabilityRange, { query: { startDate: FIRST, endDate: LAST } })
  const open = Object.values(days).filter(({ reason }) => reason !== 'CLOSED_WEEKDAY' && reason !== 'OUTSIDE_SEASON')
  return open.reduce((sum, day) => sum + 4 - day.existingBookings - day.availableSpots, 0)
}

/** Lets every person of a crowd hold four spots on a date of their own; returns the answers' statuses. */
async function holdAll(count: number, ip: (nth: number) => string, dateOf = (nth: number) => dates[nth]!) {
  const crowd = await Promise.all(Array.from({ length: count }, () => anAngler(app)))
  const answers = await Promise.all(crowd.map((angler, nth) => hold(angler, dateOf(nth), 4, ip(nth))))
  return { crowd, statuses: answers.map(({ status }) => status) }
}
const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length

async function aFullDay() {
  const date = dates.shift()!
  return { date, one: await aBooking(app, { date, guests: 1 }), three: await aBooking(app, { date, guests: 3 }) }
}
const cancel = (booking: { token: string; bookingId: number }) =>
  app.call(cancelBooking, { token: booking.token, params: { id: booking.bookingId } })

describe('people who have never paid', () => {
  test('keep a twentieth of the open spots from one network; the others are not refused, but pay first', async () => {
    const { statuses } = await holdAll(6, () => NETWORK)
    expect([count(statuses, 201), count(statuses, 202)]).toEqual([OF_A_NETWORK / 4, 2])
    expect(await outOfReach()).toBe(OF_A_NETWORK)
    const asked = await hold(await anAngler(app), dates.at(-1)!)
    const spots = { selectedDate: dates.at(-1)!, numberOfGuests: 4, depositPerGuest: 350, isOffer: false }
    expect(asked).toMatchObject({ status: 202, body: { payFirst: true, message: PAY_FIRST_MESSAGE, ...spots } })
    expect((await hold(await anAngler(app), dates.at(-1)!, 4, networkAddress())).status).toBe(201)
  })

  test('keep a quarter in all, from however many networks', async () => {
    const { statuses } = await holdAll(30, networkAddress)
    expect([count(statuses, 201), count(statuses, 202)]).toEqual([ALL / 4, 10])
    expect(await outOfReach()).toBe(ALL)
  })

  test('learn first whether there are spots at all', async () => {
    await hold(await anAngler(app), dates.at(-1)!, 4, networkAddress())
    await holdAll(6, () => NETWORK)
    expect(await hold(await anAngler(app), dates.at(-1)!)).toMatchObject({
      status: 409,
      body: { error: 'not-enough-spots' },
    })
    expect(await hold(await anAngler(app), '2027-05-19')).toMatchObject({
      status: 409,
      body: { error: 'date-not-bookable' },
    })
  })

  test('keep no more by moving on, giving back and letting holds run out, for a quarter of an hour', async () => {
    const { crowd } = await holdAll(4, () => NETWORK)
    // Each may move: a person counts once.
    for (const [nth, angler] of crowd.entries()) expect((await hold(angler, dates[10 + nth]!)).status).toBe(201)
    const { hold: first } = await app.call(getCurrentHold, { token: crowd[0]!.token })
    await app.call(releaseHold, { token: crowd[0]!.token, params: { id: first!.holdId } })
    const next = await anAngler(app)
    expect((await hold(next, dates[20]!, 1)).status).toBe(202)
    app.clock.advance(PAST_THE_HOLD)
    await app.app.runJobs()
    expect((await hold(next, dates[20]!, 1)).status).toBe(202)
    app.clock.advance({ minutes: 15 })
    expect((await hold(next, dates[20]!, 1)).status).toBe(201)
  })

  test('give up their earlier hold when told to pay first, and keep it when refused', async () => {
    const mover = await anAngler(app)
    const own = heldOf((await hold(mover, dates[40]!, 1)).body)
    await holdAll(3, () => NETWORK)
    expect((await hold(await anAngler(app), dates[3]!, 3)).status).toBe(201)
    expect((await hold(mover, '2027-05-19')).status).toBe(409)
    expect((await app.call(getCurrentHold, { token: mover.token })).hold?.holdId).toBe(own.holdId)
    expect((await hold(mover, dates[41]!, 4)).status).toBe(202)
    expect((await app.call(getCurrentHold, { token: mover.token })).hold).toBeNull()
  })

  test('keep a share of what no booking has: the limits shrink with the open season', async () => {
    await app.database.pool.query("update booking_config set season_end = '2027-06-07'")
    const open = openDates().filter((date) => date <= '2027-06-07').length * 4
    const { statuses } = await holdAll(12, networkAddress)
    expect(count(statuses, 201) * 4).toBe(Math.floor(open / 16) * 4)
    await app.database.pool.query("update booking_config set season_end = '2027-09-05'")
  })

  test('are not limited with RATE_LIMITS=off', async () => {
    const { app: other, database } = app
    const unlimited = createHolds({
      db: database.db,
      clock: app.clock,
      limitsNetworks: false,
      offerFreeSpots: other.features.waitlist.api.offerFreeSpots,
    })
    for (const selectedDate of dates.slice(0, 10)) {
      const { id } = await anAngler(app)
      expect(await unlimited.create(id, { selectedDate, numberOfGuests: 4 }, NETWORK)).toHaveProperty('holdId')
    }
  })
})

describe('whoever has paid here holds as before and counts toward no limit', () => {
  const cases: [string, () => Promise<{ token: string }>][] = [
    ['by card', () => aBooking(app, { date: dates.pop()!, guests: 1 })],
    [
      'in cash, by phone',
      async () => {
        const angler = await anAngler(app)
        const token = await anAdmin(app)
        await app.database.pool.query('update users set email_confirmed_at = created_at where id = $1', [angler.id])
        const guest = { firstName: 'Ada', lastName: 'Angler', phone: '(863) 555-0142', email: angler.email }
        const trip = { selectedDate: dates.pop()!, numberOfGuests: 1, packageType: 'TROPHY' as const }
        const { id } = await app.call(enterPhoneBooking, { token, body: { ...trip, ...guest } })
        const body = { amount: 350, method: 'CASH' as const, note: null }
        await app.call(recordManualPayment, { token, params: { id }, body })
        return angler
      },
    ],
  ]
  test.each(cases)('%s', async (_, aPayer) => {
    const payer = await aPayer()
    const { statuses } = await holdAll(5, () => NETWORK)
    expect(count(statuses, 202)).toBeGreaterThan(0)
    expect((await hold(payer, dates[20]!)).status).toBe(201)
    const other = await aPayer()
    expect((await hold(other, dates[21]!, 4, '203.0.113.9')).status).toBe(201)
    const { statuses: strangers } = await holdAll(
      3,
      () => '203.0.113.9',
      (nth) => dates[30 + nth]!,
    )
    expect(strangers).toEqual([201, 201, 201])
  })
})

describe('counted by several processes at once', () => {
  /** The spots that forty newcomers get who hold four each in eight processes at the same moment. */
  async function stampede(): Promise<number> {
    const processes = Array.from({ length: 8 }, () =>
      createHolds({
        db: app.database.db,
        clock: app.clock,
        limitsNetworks: true,
        offerFreeSpots: app.app.features.waitlist.api.offerFreeSpots,
      }),
    )
    const crowd = await Promise.all(Array.from({ length: 40 }, () => anAngler(app)))
    const held = await Promise.all(
      crowd.map(({ id }, nth) =>
        processes[nth % 8]!.create(id, { selectedDate: dates[nth]!, numberOfGuests: 4 }, networkAddress()),
      ),
    )
    return held.filter((one) => 'holdId' in one).length * 4
  }

  test('the limits are exact', async () => {
    expect(await stampede()).toBe(ALL)
  })

  test('negative control: without the lock they are exceeded, and that is detected', async () => {
    const replace = (body: string) =>
      app.database.pool.query(`create or replace function lock_unpaid_claims() returns void language sql as '${body}'`)
    await replace('select')
    const kept = await stampede()
    await replace('select pg_advisory_xact_lock(4, 0)')
    expect(kept).toBeGreaterThan(ALL)
  })
})

describe('the waitlist', () => {
  test('is joined only where bookings fill the day, and says when held spots may open up', async () => {
    const holder = await anAngler(app)
    await hold(holder, dates.at(-1)!)
    expect(await join(await anAngler(app), dates.at(-1)!, 1)).toMatchObject({
      status: 409,
      body: { error: 'date-has-room', message: expect.stringContaining('being held right now. One may open up at') },
    })
    const { date } = await aFullDay()
    expect((await join(await anAngler(app), date, 1)).status).toBe(201)
  })

  test('gives two accounts that hold and wait in turns no more than their share', async () => {
    const [x, y] = [await anAngler(app), await anAngler(app)]
    for (const [nth, date] of dates.slice(0, 40).entries()) {
      const [holder, waiter] = nth % 2 ? [x, y] : [y, x]
      await hold(holder, date)
      await join(waiter, date, 4, NETWORK)
      await app.app.runJobs()
    }
    expect(await outOfReach()).toBeLessThanOrEqual(8)
  })

  test('skips an entry over a limit without ending it, and offers to the next', async () => {
    const { date, one, three } = await aFullDay()
    const [over, within] = [await anAngler(app), await anAngler(app)]
    await join(over, date, 4, NETWORK)
    await join(within, date, 3)
    await holdAll(3, () => NETWORK)
    expect((await hold(await anAngler(app), dates[3]!, 3)).status).toBe(201)
    await cancel(one)
    await cancel(three)
    await app.app.runJobs()
    expect(await waiting(over)).toMatchObject([{ offer: null, lapsedAt: null }])
    expect(await offerOf(within)).toMatchObject({ numberOfGuests: 3 })
  })

  test('offers count: a network with offers holds less', async () => {
    const { date, one, three } = await aFullDay()
    const waiter = await anAngler(app)
    await join(waiter, date, 4, NETWORK)
    await cancel(one)
    await cancel(three)
    await app.app.runJobs()
    expect(await offerOf(waiter)).not.toBeNull()
    const { statuses } = await holdAll(4, () => NETWORK)
    expect([count(statuses, 201), count(statuses, 202)]).toEqual([3, 1])
  })

  test('a day whose waiting people are all over a limit is swept without the lock that holds wait for', async () => {
    const { date, one, three } = await aFullDay()
    const over = await anAngler(app)
    await join(over, date, 4, NETWORK)
    await holdAll(3, () => NETWORK)
    expect((await hold(await anAngler(app), dates[3]!, 3)).status).toBe(201)
    await cancel(one)
    await cancel(three)
    const within = await anAngler(app)
    const holder = await app.database.pool.connect()
    const sweep = () => {
      const swept = app.app.features.waitlist.api.offer()
      return { swept, first: Promise.race([swept.then(() => 'done'), untilWaiting(app, 1).then(() => 'waits')]) }
    }
    await holder.query('begin')
    await holder.query('select lock_unpaid_claims()')
    const blocked = sweep()
    const first = await blocked.first
    // Negative control: somebody who is offered the spots.
    const entry = { user_id: within.id, trip_date: date, number_of_guests: 4, created_at: app.clock.now() }
    await app.database.db
      .insertInto('waitlist_entries')
      .values({ ...entry, network: networkAddress() })
      .execute()
    const served = first === 'done' ? sweep() : blocked
    const then = await served.first
    await holder.query('rollback')
    holder.release()
    await served.swept
    expect([first, then]).toEqual(['done', 'waits'])
    expect(await offerOf(over)).toBeNull()
    expect(await offerOf(within)).not.toBeNull()
  })

  test('offers made for a hold count before that hold does', async () => {
    const { date, one, three } = await aFullDay()
    const waiter = await anAngler(app)
    await join(waiter, date, 2, NETWORK)
    await holdAll(3, () => NETWORK)
    expect((await hold(await anAngler(app), dates[3]!, 1)).status).toBe(201)
    await cancel(one)
    await cancel(three)
    expect((await hold(await anAngler(app), date, 2)).status).toBe(202)
    expect(await offerOf(waiter)).not.toBeNull()
    // Negative control: the network's last spot.
    expect((await hold(await anAngler(app), date, 1)).status).toBe(201)
  })

  test('makes a person one offer at a time, the next when that one has ended', async () => {
    const [first, second] = [await aFullDay(), await aFullDay()]
    const angler = await anAngler(app)
    for (const { date } of [first, second]) await join(angler, date, 1)
    await cancel(first.one)
    await cancel(second.one)
    await app.app.runJobs()
    const offered = () => waiting(angler).then((all) => all.filter(({ offer }) => offer).map((one) => one.selectedDate))
    expect(await offered()).toEqual([first.date])
    const [entry] = await waiting(angler)
    await app.call(leaveWaitlist, { token: angler.token, params: { id: entry!.id } })
    await app.app.runJobs()
    expect(await offered()).toEqual([second.date])
  })

  test.each([
    ['ran out', () => app.clock.advance({ minutes: 31 })],
    [
      'was given back',
      async (angler: Angler) => {
        const [entry] = await waiting(angler)
        await app.call(leaveWaitlist, { token: angler.token, params: { id: entry!.id } })
      },
    ],
  ])('after an offer that %s, its network comes after the others waiting for that date, for a day', async (_, end) => {
    const { date, one } = await aFullDay()
    const [first, again, honest] = [await anAngler(app), await anAngler(app), await anAngler(app)]
    const network = networkAddress()
    await join(first, date, 1, network)
    await join(again, date, 1, network)
    await join(honest, date, 1)
    await cancel(one)
    await app.app.runJobs()
    expect(await offerOf(first)).not.toBeNull()
    await end(first)
    for (const _round of [1, 2]) await app.app.runJobs()
    expect(await offerOf(honest)).not.toBeNull()
    expect(await offerOf(again)).toBeNull()
    // Nobody else waits anymore.
    app.clock.advance({ minutes: 31 })
    for (const _round of [1, 2]) await app.app.runJobs()
    expect(await offerOf(again)).not.toBeNull()
  })
})
