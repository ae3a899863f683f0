import { checkAvailability, getAvailability } from '@arcadia/contract/availability'
import { createHold, getCurrentHold, releaseHold } from '@arcadia/contract/holds'
import { heldOf } from '@arcadia/contract/testing/held-of'
import type { WireInput } from '@arcadia/contract/testing/wire-client'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { isDatabaseAway } from '../../database/database-errors.ts'
import { aHold, anAngler, networkAddress, OPEN_DATE, openDates } from '../../testing/builders.ts'
import { untilWaiting } from '../../testing/queued-behind.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createHolds } from './holds.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const dates = openDates()
let date = OPEN_DATE
beforeEach(() => {
  date = dates.shift()!
  // What earlier tests held no longer counts toward the limits on unpaid claims.
  app.clock.advance({ minutes: 20 })
})

const hold = (token: string, numberOfGuests: number, selectedDate = date) =>
  app.answer(createHold, { token, body: { selectedDate, numberOfGuests }, ip: networkAddress() })
const day = (selectedDate = date) => app.call(getAvailability, { params: { date: selectedDate } })

describe('a hold', () => {
  test('takes spots for the configured time', async () => {
    const angler = await anAngler(app)
    const { status, body } = await hold(angler.token, 3)
    expect(status).toBe(201)
    expect(heldOf(body)).toEqual((await app.call(getCurrentHold, { token: angler.token })).hold)
    expect(heldOf(body)).toMatchObject({ holdDurationMinutes: 5, depositPerGuest: 350, riderPrice: 150 })
    expect(new Date(heldOf(body).expiresAt).getTime() - app.clock.now().getTime()).toBe(5 * 60_000)
    expect(await day()).toEqual({
      existingBookings: 0,
      existingGroups: 0,
      availableSpots: 1,
      isAtCapacity: false,
      bookable: true,
    })
  })

  test('of the last spots makes the day HELD; FULL is only for bookings', async () => {
    const { token } = await anAngler(app)
    const { body } = await hold(token, 4)
    expect(await day()).toEqual({
      existingBookings: 0,
      existingGroups: 0,
      availableSpots: 0,
      isAtCapacity: true,
      bookable: false,
      reason: 'HELD',
      heldUntil: heldOf(body).expiresAt,
    })
  })

  test('expires, and its spots are available again', async () => {
    const { token } = await anAngler(app)
    await hold(token, 4)
    app.clock.advance({ minutes: 5 })
    expect((await day()).availableSpots).toBe(4)
    const other = await anAngler(app)
    expect((await hold(other.token, 4)).status).toBe(201)
  })

  test('is replaced by the same customer’s next hold, and does not block it', async () => {
    const { token } = await anAngler(app)
    await hold(token, 3)
    expect((await hold(token, 4)).status).toBe(201)
    expect((await day()).availableSpots).toBe(0)
  })

  test('is unchanged if its replacement is refused', async () => {
    const [first, second] = [await anAngler(app), await anAngler(app)]
    const other = dates.at(-1)!
    await hold(second.token, 4, other)
    await hold(first.token, 2)
    const refused = await hold(first.token, 1, other)
    expect(refused.status).toBe(409)
    expect((await day()).availableSpots).toBe(2)
  })

  test('is released in any state, and only by its owner', async () => {
    const [owner, stranger] = [await anAngler(app), await anAngler(app)]
    const id = await aHold(app, owner.token, { date, guests: 2 })
    expect((await app.answer(releaseHold, { token: stranger.token, params: { id } })).status).toBe(404)
    expect((await app.answer(releaseHold, { token: owner.token, params: { id } })).status).toBe(204)
    expect((await app.answer(releaseHold, { token: owner.token, params: { id } })).status).toBe(204)
    expect((await day()).availableSpots).toBe(4)
    const missing = await app.answer(releaseHold, { token: owner.token, params: { id: 'not-a-hold' } })
    expect(missing).toMatchObject({ status: 404, body: { error: 'hold-not-found' } })
  })

  test('is refused with the number of spots left', async () => {
    await hold((await anAngler(app)).token, 2)
    const { status, body } = await hold((await anAngler(app)).token, 3)
    expect(status).toBe(409)
    expect(body).toMatchObject({
      error: 'not-enough-spots',
      message: expect.stringMatching(/^Only 2 spots are left on \w+, \w+ \d+\.$/),
    })
  })

  test('is refused on unavailable dates, each with its reason', async () => {
    const { token } = await anAngler(app)
    const reasons: [string, RegExp][] = [
      ['2027-05-14', /outside the season/],
      ['2027-05-19', /Sundays and Wednesdays/],
      ['2027-05-16', /Sundays/],
    ]
    for (const [selectedDate, message] of reasons) {
      const reply = await hold(token, 1, selectedDate)
      expect(reply).toMatchObject({
        status: 409,
        body: { error: 'date-not-bookable', message: expect.stringMatching(message) },
      })
    }
  })

  test('freezes the current prices', async () => {
    const { token } = await anAngler(app)
    await hold(token, 1)
    await app.database.db.updateTable('booking_config').set({ deposit_per_guest_cents: 99_900 }).execute()
    const body = await app.call(getCurrentHold, { token })
    await app.database.db.updateTable('booking_config').set({ deposit_per_guest_cents: 35_000 }).execute()
    expect(body.hold).toMatchObject({ depositPerGuest: 350, selectedDate: date, numberOfGuests: 1 })
  })

  test('needs a customer: a visitor must sign in before anything else is checked', async () => {
    const reply = await app.request('POST', createHold.path, { body: { nonsense: true } })
    expect(reply).toMatchObject({
      status: 401,
      body: { message: 'Authentication required. Please log in to continue.' },
    })
  })

  test('names each field that is wrong', async () => {
    const { token } = await anAngler(app)
    const body = { selectedDate: '2027-02-30', numberOfGuests: 5, vip: true }
    const { status, body: answer } = await app.answer(createHold, { token, body })
    expect(status).toBe(400)
    expect(answer.details.map((detail) => detail.path)).toEqual(['selectedDate', 'numberOfGuests', 'vip'])
  })
})

test('checking a date counts the customer’s own hold as free', async () => {
  const { token } = await anAngler(app)
  const holdId = await aHold(app, token, { date, guests: 4 })
  const check = (body: WireInput<typeof checkAvailability>['body']) => app.answer(checkAvailability, { token, body })
  const own = await check({ selectedDate: date, numberOfGuests: 4, holdId })
  expect(own.body).toMatchObject({ available: true })
  const without = await check({ selectedDate: date, numberOfGuests: 1, holdId: null })
  expect(without.body).toMatchObject({ available: false, message: expect.stringContaining('held') })
})

/** The SQL statements the server sends during `work`. */
async function statementsOf(work: () => Promise<unknown>): Promise<unknown[]> {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return sent.mock.calls.map(([statement]: unknown[]) => statement)
  } finally {
    sent.mockRestore()
  }
}

test('takes six statements to hold, also when replacing one, and four to release', async () => {
  const { token } = await anAngler(app)
  expect(await statementsOf(() => hold(token, 2))).toHaveLength(6)
  expect(await statementsOf(() => hold(token, 3))).toHaveLength(6)
  const { hold: held } = await app.call(getCurrentHold, { token })
  const release = () => app.call(releaseHold, { token, params: { id: held!.holdId } })
  expect(await statementsOf(release)).toHaveLength(4)
  expect((await day()).availableSpots).toBe(4)
})

test('works after a newer version added a configuration column', async () => {
  const { token } = await anAngler(app)
  expect((await hold(token, 1)).status).toBe(201)
  await app.database.pool.query('alter table booking_config add column later integer')
  expect((await hold(token, 2)).status).toBe(201)
  await app.database.pool.query('alter table booking_config drop column later')
  expect((await hold(token, 3)).status).toBe(201)
})

test('a sold-out day is sold again by another process as soon as a spot comes free', async () => {
  const [owner, late] = [await anAngler(app), await anAngler(app)]
  const elsewhere = createHolds({ ...app, db: app.database.db, limitsNetworks: true, offerFreeSpots: async () => {} })
  const ask = () =>
    elsewhere.create(late.id, { selectedDate: date, numberOfGuests: 1 }, networkAddress()).catch((error) => error.code)
  await aHold(app, owner.token, { date, guests: 4 })
  expect(await ask()).toBe('not-enough-spots')
  expect((await hold(owner.token, 1)).status).toBe(201)
  expect(await ask()).toMatchObject({ holdId: expect.any(String) })
})

describe('holds that arrive during another batch', () => {
  /** Outcomes of one-spot holds; the first waits for its day's lock until the others have arrived. */
  async function behindTheFirst(anglers: { id: number }[], guests = 1): Promise<unknown[]> {
    const create = ({ id }: { id: number }, numberOfGuests: number) =>
      app.app.features.holds.api.create(id, { selectedDate: date, numberOfGuests }, networkAddress()).then(
        () => 'held',
        (error) => (isDatabaseAway(error) ? 'away' : error.code),
      )
    const blocker = await app.database.pool.connect()
    try {
      await blocker.query('begin')
      await blocker.query('select lock_days(array[$1::date])', [date])
      const first = create(anglers[0]!, 1)
      await untilWaiting(app, 1)
      const others = anglers.slice(1).map((angler, index) => create(angler, index === 1 ? guests : 1))
      await blocker.query('rollback')
      return await Promise.all([first, ...others])
    } finally {
      blocker.release()
    }
  }

  /** Runs `work` on a day where holding two spots causes `what`. */
  async function whereTwoSpotsMean(what: string, work: () => Promise<void>): Promise<void> {
    const { pool } = app.database
    await pool.query(`create function meet() returns trigger language plpgsql as $$ begin ${what} return null; end $$;
      create trigger meet after insert on holds for each row when (new.number_of_guests = 2) execute function meet()`)
    await work()
    await pool.query('drop trigger meet on holds; drop function meet')
  }

  test('share the next transaction, in order of arrival', async () => {
    const anglers = await Promise.all(Array.from({ length: 6 }, () => anAngler(app)))
    const work = async () =>
      expect(await behindTheFirst(anglers)).toEqual([...Array(4).fill('held'), ...Array(2).fill('not-enough-spots')])
    expect((await statementsOf(work)).filter((statement) => statement === 'commit')).toHaveLength(2)
  })

  test('are not affected by a bad one among them', async () => {
    const anglers = await Promise.all(Array.from({ length: 4 }, () => anAngler(app)))
    await whereTwoSpotsMean(`raise 'bad' using errcode = 'XX000';`, async () => {
      expect(await behindTheFirst(anglers, 2)).toEqual(['held', 'held', 'XX000', 'held'])
    })
    expect((await day()).availableSpots).toBe(1)
  })

  test('are all rolled back if the database fails midway', async () => {
    const anglers = await Promise.all(Array.from({ length: 4 }, () => anAngler(app)))
    await whereTwoSpotsMean('perform pg_terminate_backend(pg_backend_pid());', async () => {
      expect(await behindTheFirst(anglers, 2)).toEqual(['held', 'away', 'away', 'away'])
    })
    expect((await day()).availableSpots).toBe(3)
  })
})
