import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { testClock } from '../testing/test-clock.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { leaseDue } from './lease-due.ts'
import { createLeasedWork, type Lease } from './leased-work.ts'

type Options = Parameters<typeof createLeasedWork<{ id: number }>>[0]

const LEASE_MS = 60_000
const clock = testClock('2026-06-01T12:00:00Z')
const warn = vi.fn()

/** A process whose work on a row lasts until the test ends it. */
function aProcess(options: Partial<Options> & Pick<Options, 'take'>) {
  const atWork = new Map<number, (error?: Error) => void>()
  const done: number[] = []
  const leased = createLeasedWork<{ id: number }>({
    name: 'test',
    clock,
    log: { warn },
    leaseMs: LEASE_MS,
    atOnce: 4,
    // A round that waits for nothing.
    roundMs: 0,
    work: ({ id }) =>
      new Promise((resolve, reject) =>
        atWork.set(id, (error) => {
          atWork.delete(id)
          done.push(id)
          if (error) reject(error)
          else resolve()
        }),
      ),
    ...options,
  })
  return {
    ...leased,
    done,
    atWork: () => [...atWork.keys()],
    end(id: number, error?: Error) {
      atWork.get(id)!(error)
      return turn()
    },
  }
}

afterEach(() => {
  warn.mockClear()
  vi.useRealTimers()
})

describe('a row of the database', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
    await database.pool.query(`insert into users (username, email, created_at, updated_at) values ('a', 'a@example.com', now(), now());
      insert into push_devices (user_id, endpoint, public_key, auth_secret, created_at) select id, '', '', '', now() from users`)
  })
  afterAll(() => database.drop())
  beforeEach(async () => {
    await database.pool.query('truncate push_notices restart identity')
    // The fourth is not due yet.
    await database.pool.query(
      `insert into push_notices (device_id, kind, params, created_at, next_try_at)
        select d.id, '', '{}', $1, $1::timestamptz + n / 4 * interval '1 hour' from push_devices d, generate_series(1, 4) n`,
      [clock.now()],
    )
  })

  const take = (lease: Lease) => leaseDue(database.db, 'push_notices', lease)

  test('is worked on by one of two processes, and neither waits for the other', async () => {
    const other = aProcess({ take })
    await database.db.transaction().execute(async (tx) => {
      const one = aProcess({ take: (lease) => leaseDue(tx, 'push_notices', lease), atOnce: 2 })
      await one.sweep.run()
      void other.sweep.run()
      await expect.poll(() => other.atWork().length).toBe(1)
      expect([...one.atWork(), ...other.atWork()].sort()).toEqual([1, 2, 3])
    })
  })

  test('negative control: without a lease it is worked on by both, and that is detected', async () => {
    const due = database.db.selectFrom('push_notices').selectAll().orderBy('id')
    const take = ({ now, limit }: Lease) => due.where('next_try_at', '<=', now).limit(limit).execute()
    const both = [aProcess({ take }), aProcess({ take })]
    await Promise.all(both.map(({ sweep }) => sweep.run()))
    expect(both.flatMap(({ atWork }) => atWork()).sort()).toEqual([1, 1, 2, 2, 3, 3])
  })

  test('whose process died is taken over when the lease ends, and not before', async () => {
    await aProcess({ take }).sweep.run()
    const other = aProcess({ take })
    clock.set(new Date(clock.now().getTime() + LEASE_MS - 1))
    await other.sweep.run()
    expect(other.atWork()).toEqual([])
    clock.set(new Date(clock.now().getTime() + 1))
    await other.sweep.run()
    expect(other.atWork().sort()).toEqual([1, 2, 3])
  })

  test('whose work takes longer stays with its process, which renews the lease until the work ends', async () => {
    // The database's own timers go on.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const renew = vi.fn(async ({ id }: { id: number }, until: Date) => {
      await database.db.updateTable('push_notices').set({ leased_until: until }).where('id', '=', id).execute()
    })
    const one = aProcess({ take, atOnce: 1, renewal: { everyMs: 20_000, renew } })
    const other = aProcess({ take })
    await one.sweep.run()
    const [id] = one.atWork() as [number]
    clock.advance({ minutes: 1 })
    vi.advanceTimersByTime(20_000)
    await renew.mock.results[0]!.value
    await other.sweep.run()
    expect(one.atWork()).toEqual([id])
    expect(other.atWork()).not.toContain(id)
    expect(other.atWork()).toHaveLength(2)
    await one.end(id)
    vi.advanceTimersByTime(60_000)
    expect(renew).toHaveBeenCalledTimes(1)
  })
})

/** Rows 1 to `count`, taken in order; `limits` are those asked for. */
function aQueue(count: number) {
  const ids = Array.from({ length: count }, (_, index) => index + 1)
  const limits: number[] = []
  const take = async ({ limit }: Lease) => {
    limits.push(limit)
    return ids.splice(0, limit).map((id) => ({ id }))
  }
  return { limits, take }
}

describe('a sweep', () => {
  test('takes what it has room for; work that is stuck keeps its place while the rest goes on', async () => {
    const { limits, take } = aQueue(9)
    const { sweep, atWork, end } = aProcess({ take })
    await sweep.run()
    expect(atWork()).toEqual([1, 2, 3, 4])
    await sweep.run()
    expect(limits).toEqual([4])
    for (const id of [2, 3, 4]) await end(id)
    await sweep.run()
    expect(limits).toEqual([4, 3])
    expect(atWork()).toEqual([1, 5, 6, 7])
  })

  test('without a longest time waits for all that it took', async () => {
    const { take } = aQueue(2)
    const { sweep, end } = aProcess({ take, roundMs: undefined })
    const over = vi.fn()
    void sweep.run().then(over)
    await turn()
    await end(1)
    expect(over).not.toHaveBeenCalled()
    await end(2)
    expect(over).toHaveBeenCalled()
  })

  test.each([
    ['with refills takes more when half of its room is free', { refills: true, roundMs: 60_000 }, [4, 2]],
    ['with refills takes no more once its time is over', { refills: true, roundMs: 0 }, [4]],
    ['without refills takes once a round', { roundMs: 60_000 }, [4]],
  ])('%s', async (_, options, wanted) => {
    const { limits, take } = aQueue(9)
    const { sweep, end } = aProcess({ take, ...options })
    void sweep.run()
    await turn()
    await end(1)
    expect(limits).toEqual([4])
    await end(2)
    expect(limits).toEqual(wanted)
  })

  test('survives work that fails, and a renewal that does, with a line in the log each', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const lost = new Error('no connection')
    const renewal = { everyMs: 20_000, renew: () => Promise.reject(lost) }
    const { sweep, atWork, end, idle } = aProcess({ ...aQueue(2), renewal })
    await sweep.run()
    vi.advanceTimersByTime(20_000)
    await turn()
    expect(warn.mock.calls.map(([, text]) => text)).toEqual(Array(2).fill('could not renew a lease'))
    expect(atWork()).toEqual([1, 2])
    await end(1, new Error('declined'))
    expect(warn).toHaveBeenLastCalledWith(expect.anything(), 'leased work failed and will be retried')
    await end(2)
    await idle()
    expect(atWork()).toEqual([])
  })
})

test('rows that a request leased are worked on one after the other, and never reject', async () => {
  const { start, atWork, end, done } = aProcess(aQueue(0))
  const over = start([{ id: 1 }, { id: 2 }])
  expect(atWork()).toEqual([1])
  await end(1, new Error('declined'))
  expect(atWork()).toEqual([2])
  await end(2)
  await over
  expect(done).toEqual([1, 2])
})

test('a process that stops waits for its work, also for what began meanwhile', async () => {
  const { start, sweep, idle, end } = aProcess(aQueue(1))
  const over = vi.fn()
  await sweep.run()
  void idle().then(over)
  void start([{ id: 7 }])
  await end(1)
  expect(over).not.toHaveBeenCalled()
  await end(7)
  expect(over).toHaveBeenCalled()
})
