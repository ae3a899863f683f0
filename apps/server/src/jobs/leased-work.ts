import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Sweep } from './sweeps.ts'

/** How long rows are leased, and how many at most. */
export interface Lease {
  now: Date
  until: Date
  limit: number
}

interface Options<Row> {
  name: string
  clock: Clock
  log: Pick<Logger, 'warn'>
  /** If a process doesn't renew for this long, it counts as dead and another one takes over its rows. */
  leaseMs: number
  /** How often long-running work renews its lease. */
  renewal?: { everyMs: number; renew(row: Row, until: Date): Promise<void> }
  /** How many rows the sweep works on concurrently. */
  atOnce: number
  /** How long a round waits for the work it started; stuck work keeps its slot while the rest continues. */
  roundMs?: number
  /** Leases up to `limit` due rows with SKIP LOCKED. */
  take(lease: Lease): Promise<Row[]>
  /** Works on a leased row, and reschedules it if it isn't done. */
  work(row: Row): Promise<void>
}

/** Works on rows of a table, each held by one process at a time, even if that process dies. */
export function createLeasedWork<Row>(options: Options<Row>) {
  const { name, clock, log, leaseMs, renewal, atOnce, roundMs } = options
  const underWay = new Set<Promise<void>>()
  const ofSweep = new Set<Promise<void>>()
  const leaseFrom = (now: Date) => new Date(now.getTime() + leaseMs)

  async function underLease(row: Row, work: (row: Row) => Promise<void>): Promise<void> {
    const renewing =
      renewal &&
      setInterval(() => {
        renewal
          .renew(row, leaseFrom(clock.now()))
          .catch((error) => log.warn({ err: error, work: name }, 'could not renew a lease'))
      }, renewal.everyMs)
    try {
      await work(row)
    } catch (error) {
      log.warn({ err: error, work: name }, 'leased work failed and will be retried')
    } finally {
      clearInterval(renewing)
    }
  }

  function track(task: Promise<void>, ...sets: Set<Promise<void>>[]): Promise<void> {
    const tracked = task.finally(() => {
      for (const set of sets) set.delete(tracked)
    })
    for (const set of sets) set.add(tracked)
    return tracked
  }

  async function oneByOne(rows: readonly Row[], work = options.work): Promise<void> {
    for (const row of rows) await underLease(row, work)
  }

  /** Waits for work in flight when the process stops. */
  async function idle(): Promise<void> {
    // A request that waited for a lock may start its work while another one finishes.
    while (underWay.size > 0) await Promise.all(underWay)
  }

  return {
    /** Works through rows that were inserted with a lease, one by one. Never rejects: the sweep retries failures. */
    start: (rows: readonly Row[], work?: typeof options.work) => track(oneByOne(rows, work), underWay),
    sweep: {
      name,
      everyMs: 1000,
      async run(): Promise<void> {
        const now = clock.now()
        const limit = atOnce - ofSweep.size
        if (limit > 0)
          for (const row of await options.take({ now, until: leaseFrom(now), limit }))
            track(oneByOne([row]), underWay, ofSweep)
        const all = Promise.all(ofSweep)
        await (roundMs === undefined ? all : within(all, Date.now() + roundMs))
      },
      idle,
    } satisfies Sweep,
    idle,
  }
}

/** Waits for `work`, but no longer than `deadline` (as `Date.now()`); the work itself continues. */
export async function within(work: Promise<unknown>, deadline: number): Promise<void> {
  await Promise.race([work, delay(Math.max(0, deadline - Date.now()), undefined, { ref: false })])
}
