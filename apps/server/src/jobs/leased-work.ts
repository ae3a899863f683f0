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
  /** Takes more rows within the round whenever half of the room is free. */
  refills?: boolean
  /** Leases up to `limit` due rows with SKIP LOCKED. */
  take(lease: Lease): Promise<Row[]>
  /** Works on a leased row, and reschedules it if it isn't done. */
  work(row: Row): Promise<void>
}

/** Works on rows of a table, each held by one process at a time, even if that process dies. */
export function createLeasedWork<Row>(options: Options<Row>) {
  const { name, clock, log, leaseMs, renewal, atOnce, roundMs, refills } = options
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

  /** Starts as many due rows as there is room for; returns how many. */
  async function takeFree(): Promise<number> {
    const now = clock.now()
    const limit = atOnce - ofSweep.size
    const rows = limit > 0 ? await options.take({ now, until: leaseFrom(now), limit }) : []
    for (const row of rows) track(oneByOne([row]), underWay, ofSweep)
    return rows.length
  }

  return {
    /** Works through rows that were inserted with a lease, one by one. Never rejects: the sweep retries failures. */
    start: (rows: readonly Row[], work?: typeof options.work) => track(oneByOne(rows, work), underWay),
    sweep: {
      name,
      everyMs: 1000,
      async run(): Promise<void> {
        const deadline = roundMs === undefined ? undefined : Date.now() + roundMs
        const wait = (work: Promise<unknown>) => (deadline === undefined ? work : within(work, deadline))
        const isOver = () => deadline !== undefined && Date.now() >= deadline
        let taken = await takeFree()
        while (refills && (taken > 0 || ofSweep.size > 0) && !isOver()) {
          if (ofSweep.size > 0) await wait(Promise.race(ofSweep))
          taken = ofSweep.size <= atOnce / 2 ? await takeFree() : 0
        }
        await wait(Promise.all(ofSweep))
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
