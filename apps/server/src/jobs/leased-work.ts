import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Sweep } from './sweeps.ts'

/** Until when rows are a process's own, and how many it takes. */
export interface Lease {
  now: Date
  until: Date
  limit: number
}

interface Options<Row> {
  name: string
  clock: Clock
  log: Pick<Logger, 'warn'>
  /** A process that stopped renewing for this long is gone, and another one takes its rows over. */
  leaseMs: number
  /** How often long work renews its lease. */
  renewal?: { everyMs: number; renew(row: Row, until: Date): Promise<void> }
  /** Rows that the sweep works on at the same time. */
  atOnce: number
  /** How long a round waits for the work it started; work that hangs keeps its slot while the rest goes on. */
  roundMs?: number
  /** Leases up to `limit` due rows that no process is working on, with SKIP LOCKED. */
  take(lease: Lease): Promise<Row[]>
  /** Works on a leased row, and writes down when it is due again if it is not done. */
  work(row: Row): Promise<void>
}

/** Works on rows of a table so that one process at a time has each row, even when that process dies. */
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
          .catch((error) => log.warn({ err: error, work: name }, 'a lease could not be renewed'))
      }, renewal.everyMs)
    try {
      await work(row)
    } catch (error) {
      log.warn({ err: error, work: name }, 'work under a lease failed and is tried again')
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

  /** Waits for what is under way, when the process stops. */
  async function idle(): Promise<void> {
    // A request that waited for a lock may start its work while another one ends.
    while (underWay.size > 0) await Promise.all(underWay)
  }

  return {
    /** Works on rows that were leased as they were written, one after the other. Never rejects: what fails the sweep tries again. */
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

/** Waits for `work` until `deadline` (of `Date.now()`) at the latest; the work itself goes on. */
export async function within(work: Promise<unknown>, deadline: number): Promise<void> {
  await Promise.race([work, delay(Math.max(0, deadline - Date.now()), undefined, { ref: false })])
}
