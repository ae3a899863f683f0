import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isDatabaseAway } from '../database/database-errors.ts'

/** Work that is due by time: takes what is due, with a lease and SKIP LOCKED, does it, and may run in every process. */
export interface Sweep {
  name: string
  everyMs: number
  /** Does what is due now. Must be safe to run twice and at once with itself in another process. */
  run(): Promise<void>
  /** Waits for work that outlives its round. */
  idle?(): Promise<void>
}

/** Whoever waited for the program to start is answered first. */
const FIRST_AFTER_MS = 250

/** Runs each sweep on its own, a round after the other, until stopped; a failed round is logged and the next one comes. */
export function startSweeps(sweeps: readonly Sweep[], log: Logger) {
  const stopping = new AbortController()
  const loops = sweeps.map((sweep) => loop(sweep, stopping.signal, log))
  return {
    /** Starts no new round and waits for those under way. */
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all(loops)
      await Promise.all(sweeps.map((sweep) => sweep.idle?.()))
    },
  }
}

async function loop(sweep: Sweep, stopping: AbortSignal, log: Logger): Promise<void> {
  await delay(FIRST_AFTER_MS, undefined, { signal: stopping }).catch(() => {})
  while (!stopping.aborted) {
    try {
      await sweep.run()
    } catch (error) {
      // Every sweep would log this every round, so one line without the stack is enough.
      if (isDatabaseAway(error))
        log.warn({ sweep: sweep.name }, `a sweep waits for the database: ${(error as Error).message}`)
      else log.error({ err: error, sweep: sweep.name }, 'a sweep failed and will run again')
    }
    await delay(sweep.everyMs, undefined, { signal: stopping }).catch(() => {})
  }
}
