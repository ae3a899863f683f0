import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../http/app-error.ts'

/** @throws AppError `too-many-requests` when too much of the origin waits, `not-ready` when too much waits altogether */
export type FairQueue = <T>(origin: string, work: () => Promise<T>) => Promise<T>

const RETRY_AFTER_S = 2
/** Without the wait, a client that retries at once would keep the process busy with refusals. */
const PAUSE_BEFORE_REFUSAL_MS = 1000

/**
 * Runs at most `atOnce` pieces of work at a time. Origins take turns, so a newcomer waits for one piece of each other
 * origin, however much they have queued. While others wait, each place rests as long after its work as the work took, so that
 * a crowd takes half a core a place and leaves the rest to everybody else.
 */
export function createFairQueue(limits: { atOnce: number; waitingOfAnOrigin: number; waiting: number }): FairQueue {
  /** In the order of their turns. */
  const origins = new Map<string, (() => void)[]>()
  let running = 0
  let waiting = 0

  async function waitForTurn(origin: string): Promise<void> {
    const queue = origins.get(origin) ?? []
    if (queue.length >= limits.waitingOfAnOrigin) {
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

  /** Passes the turn on, so that nobody who comes now jumps the queue. */
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
