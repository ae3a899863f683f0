import { isDatabaseAway, isLockTimeout } from './database-errors.ts'

/** More would wait for one another's locks longer than they save. */
const MOST = 64
/** While one is under way, another one gets ready. */
const AT_ONCE = 2

/** What somebody wants of a transaction. */
export interface Job {
  /** Two jobs that share one are never in the same batch. */
  keys: readonly string[]
  /** Jobs about one subject are done in the order they came. */
  subject?: string | undefined
}

interface Waiting<J, Done> {
  job: J
  resolve: (done: Done) => void
  reject: (error: unknown) => void
}

/**
 * Lets jobs that come while a transaction is under way share the next one; nobody waits for company. `run` does a batch in one
 * transaction and answers an outcome for each, or undefined for one that has to be done alone: then, and when a batch fails, they
 * are done one by one, so that a bad one never sinks the others. A job is answered after its commit.
 */
export function inBatches<J extends Job, Done>(run: (jobs: readonly J[]) => Promise<((() => Done) | undefined)[]>) {
  let waiting: Waiting<J, Done>[] = []
  const subjectsUnderWay = new Set<string | undefined>()
  let underWay = 0

  function start(): void {
    while (underWay < AT_ONCE) {
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
    for (const one of waiting) {
      const { job } = one
      if (batch.length < MOST && !blocked.has(job.subject) && !job.keys.some((key) => keys.has(key))) {
        batch.push(one)
        for (const key of job.keys) keys.add(key)
      } else {
        left.push(one)
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
    for (const [index, one] of batch.entries()) {
      const outcome = outcomes[index]
      if (outcome) settle(one, outcome)
      else alone.set(one.job.subject, [...(alone.get(one.job.subject) ?? []), one])
    }
    await Promise.all(
      [...alone.values()].map(async (inOrder) => {
        for (const one of inOrder) await work([one])
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
