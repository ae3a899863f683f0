import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { isDatabaseAway } from '../database/database-errors.ts'
import { type Measure, secondsOf } from '../http/metrics.ts'

/** A periodic job that leases due rows with SKIP LOCKED and works on them; it may run in every process. */
export interface Sweep {
  name: string
  everyMs: number
  /** It runs whatever the clock says (docs/rules.md §12.6). */
  anyClock?: true
  /** Does what is due now. Must be idempotent and safe to run concurrently in several processes. */
  run(): Promise<void>
  /** Waits for work still running after its round. */
  idle?(): Promise<void>
}

/** When each sweep last ran to its end, in this process. */
export function createSweepRuns(clock: Clock) {
  const runs: Record<string, number> = {}
  const every: Record<string, number> = {}
  return {
    noted<S extends Sweep>(sweep: S): S {
      runs[sweep.name] = 0
      every[sweep.name] = sweep.everyMs / 1000
      return {
        ...sweep,
        async run() {
          await sweep.run()
          runs[sweep.name] = secondsOf(clock.now())
        },
      }
    },
    measures: [
      {
        name: 'sweep_last_run_timestamp_seconds',
        help: 'When each sweep last ran to its end in this process; 0 if it has not yet.',
        label: 'sweep',
        read: () => runs,
      },
      {
        name: 'sweep_interval_seconds',
        help: 'How long each sweep rests between two rounds.',
        label: 'sweep',
        read: () => every,
      },
    ] satisfies Measure[],
  }
}

/** Requests that waited for startup are served first. */
const FIRST_AFTER_MS = 250

/** Runs each sweep in its own loop until stopped; a failed round is logged and the loop continues. */
export function startSweeps(sweeps: readonly Sweep[], log: Logger) {
  const stopping = new AbortController()
  const loops = sweeps.map((sweep) => loop(sweep, stopping.signal, log))
  return {
    /** Starts no new rounds and waits for the running ones. */
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
      // Every sweep logs this every round, so one line without the stack is enough.
      if (isDatabaseAway(error))
        log.warn({ sweep: sweep.name }, `a sweep is waiting for the database: ${(error as Error).message}`)
      else log.error({ err: error, sweep: sweep.name }, 'a sweep failed and will be retried')
    }
    await delay(sweep.everyMs, undefined, { signal: stopping }).catch(() => {})
  }
}
