import { isDatabaseAway, isLockTimeout } from './database-errors.ts'

/** Larger batches lose more time to lock waits than they save. */
const MAX_BATCH = 64
/** A second batch can prepare while the first one commits. */
const MAX_CONCURRENT = 2

/** A unit of work that can share a transaction. */
export interface Job {
  /** Two jobs with a key in common are never in the same batch. */
  keys: readonly string[]
  /** Jobs on the same subject run in order of arrival. */
  subject?: string | undefined
}

interface Waiting<J, Done> {
  job: J
  resolve: (done: Done) => void
  reject: (error: unknown) => void
}

/**
 * Batches the jobs that arrive while a transaction is running into the next one; a job never waits for others to arrive. `run` does
 * a batch in one transaction and returns an outcome per job, or undefined for a job that must run alone. Those, and every job of
 * a failed batch, are retried one by one, so one bad job never fails the others. A job resolves after its commit.
 */
export function inBatches<J extends Job, Done>(run: (jobs: readonly J[]) => Promise<((() => Done) | undefined)[]>) {
  let waiting: Waiting<J, Done>[] = []
  const subjectsUnderWay = new Set<string | undefined>()
  let underWay = 0

  function start(): void {
    while (underWay < MAX_CONCURRENT) {
      const batch = takeBatch()
      if (batch.length === 0) return
      underWay++
      const subjects = new Set(batch.flatMap(({ job }) => job.subject ?? []))
      for (const subject of subjects) subjectsUnderWay.add(subject)
      void work(batch).finally(() => {
        underWay--
        for (const subject of subjects) subjectsUnderWay.delete(subject)
        start()
      })
    }
  }

  function takeBatch(): Waiting<J, Done>[] {
    const [batch, left]: [Waiting<J, Done>[], Waiting<J, Done>[]] = [[], []]
    const keys = new Set<string>()
    const blocked = new Set(subjectsUnderWay)
    for (const entry of waiting) {
      const { job } = entry
      if (batch.length < MAX_BATCH && !blocked.has(job.subject) && !job.keys.some((key) => keys.has(key))) {
        batch.push(entry)
        for (const key of job.keys) keys.add(key)
      } else {
        left.push(entry)
        if (job.subject) blocked.add(job.subject)
      }
    }
    waiting = left
    return batch
  }

  async function work(batch: Waiting<J, Done>[]): Promise<void> {
    let outcomes: ((() => Done) | undefined)[] = []
    try {
      outcomes = await run(batch.map(({ job }) => job))
    } catch (error) {
      if (batch.length === 1 || (isDatabaseAway(error) && !isLockTimeout(error))) {
        for (const { reject } of batch) reject(error)
        return
      }
    }
    const alone = new Map<string | undefined, Waiting<J, Done>[]>()
    for (const [index, entry] of batch.entries()) {
      const outcome = outcomes[index]
      if (outcome) settle(entry, outcome)
      else alone.set(entry.job.subject, [...(alone.get(entry.job.subject) ?? []), entry])
    }
    await Promise.all(
      [...alone.values()].map(async (inOrder) => {
        for (const entry of inOrder) await work([entry])
      }),
    )
  }

  return (job: J): Promise<Done> =>
    new Promise((resolve, reject) => {
      waiting.push({ job, resolve, reject })
      start()
    })
}

function settle<Done>({ resolve, reject }: Waiting<unknown, Done>, outcome: () => Done): void {
  try {
    resolve(outcome())
  } catch (error) {
    reject(error)
  }
}
