import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../http/app-error.ts'

/** @throws AppError `too-many-requests` when the origin's queue is full, `not-ready` when the whole queue is full */
export type FairQueue = <T>(origin: string, work: () => Promise<T>) => Promise<T>

const RETRY_AFTER_S = 2
/** Slows down clients that retry immediately; refusing them would keep the process busy. */
const PAUSE_BEFORE_REFUSAL_MS = 1000

/**
 * Runs at most `atOnce` jobs at a time. Origins take turns, so a newcomer waits for one job of each other origin, however
 * many those have queued. While others wait, each slot rests after a job as long as the job took, so a crowd uses half a
 * core per slot and leaves the rest to the site.
 */
export function createFairQueue(limits: { atOnce: number; waitingPerOrigin: number; waiting: number }): FairQueue {
  /** In turn order. */
  const origins = new Map<string, (() => void)[]>()
  let running = 0
  let waiting = 0

  async function waitForTurn(origin: string): Promise<void> {
    const queue = origins.get(origin) ?? []
    if (queue.length >= limits.waitingPerOrigin) {
      await delay(PAUSE_BEFORE_REFUSAL_MS)
      throw new AppError('too-many-requests', { retryAfterSeconds: RETRY_AFTER_S })
    }
    if (waiting >= limits.waiting)
      throw new AppError('not-ready', {
        message: 'Too many people are signing in right now. Please try again in a moment.',
        retryAfterSeconds: RETRY_AFTER_S,
      })
    waiting += 1
    origins.set(origin, queue)
    return new Promise((resolve) => queue.push(resolve))
  }

  /** Hands the slot to the next in line, so a new arrival can't jump the queue. */
  function passOn(): void {
    const [next] = origins
    if (!next) {
      running -= 1
      return
    }
    const [origin, queue] = next
    origins.delete(origin)
    const start = queue.shift()!
    if (queue.length > 0) origins.set(origin, queue)
    waiting -= 1
    start()
  }

  return async (origin, work) => {
    if (running >= limits.atOnce) await waitForTurn(origin)
    else running += 1
    const startedAt = performance.now()
    try {
      return await work()
    } finally {
      if (waiting > 0) setTimeout(passOn, performance.now() - startedAt)
      else passOn()
    }
  }
}
