import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../http/app-error.ts'

/**
 * Lanes take turns, so a crowd in one reaches no other: `staff` and `known` are for people who proved who they are, by a
 * session, an emailed link, or an earlier sign-in from the same browser or network.
 */
export type Lane = 'staff' | 'known' | 'strangers'

export interface Place {
  lane: Lane
  /** Origins of a lane take turns. */
  origin: string
}

/** @throws AppError `too-many-requests` when the origin has its share of the queue, `not-ready` when every place is taken */
export type FairQueue = <T>(place: Place, work: () => Promise<T>) => Promise<T>

interface Waiting {
  start(): void
  refuse(error: AppError): void
}

const RETRY_AFTER_S = 2
/** Slows down clients that retry immediately; refusing them at once would keep the process busy. */
const PAUSE_BEFORE_REFUSAL_MS = 1000
const tooManyFromOne = () => new AppError('too-many-requests', { retryAfterSeconds: RETRY_AFTER_S })
const tooManyInAll = () =>
  new AppError('not-ready', {
    message: 'Too many people are signing in right now. Please try again in a moment.',
    retryAfterSeconds: RETRY_AFTER_S,
  })

/**
 * Runs at most `atOnce` jobs at a time. Lanes take turns, and so do the origins of a lane: a newcomer waits for one job of
 * each other origin, however many those have queued. When a lane is full, the origin with the most waiting makes room. While
 * others wait, each slot rests after a job as long as the job took, so a crowd uses half a core per slot and leaves the rest
 * to the site.
 */
export function createFairQueue(limits: {
  atOnce: number
  waitingPerOrigin: number
  waitingPerLane: number
}): FairQueue {
  const lanes = new Map<Lane, ReturnType<typeof createTurns>>()
  let running = 0

  async function waitForTurn({ lane, origin }: Place): Promise<void> {
    const turns = lanes.get(lane) ?? createTurns()
    const own = turns.waitingOf(origin)
    if (own >= limits.waitingPerOrigin) throw tooManyFromOne()
    if (turns.waiting() >= limits.waitingPerLane) {
      if (turns.most() <= own + 1) throw tooManyInAll()
      turns.dropOneOfMost().refuse(tooManyFromOne())
    }
    lanes.set(lane, turns)
    return new Promise((start, refuse) => turns.add(origin, { start, refuse }))
  }

  /** Hands the slot to the next in line, so a new arrival can't jump the queue. */
  function passOn(): void {
    const [next] = lanes
    if (!next) {
      running -= 1
      return
    }
    const [lane, turns] = next
    const { start } = turns.takeNext()
    lanes.delete(lane)
    if (turns.waiting() > 0) lanes.set(lane, turns)
    start()
  }

  return async (place, work) => {
    if (running >= limits.atOnce)
      await waitForTurn(place).catch(async (refusal: unknown) => {
        await delay(PAUSE_BEFORE_REFUSAL_MS)
        throw refusal
      })
    else running += 1
    const startedAt = performance.now()
    try {
      return await work()
    } finally {
      if (lanes.size > 0) setTimeout(passOn, performance.now() - startedAt)
      else passOn()
    }
  }
}

/** What waits in a lane. */
function createTurns() {
  /** In turn order. */
  const origins = new Map<string, Waiting[]>()
  const lengths = () => [...origins.values()].map(({ length }) => length)

  return {
    waiting: () => lengths().reduce((sum, length) => sum + length, 0),
    waitingOf: (origin: string) => origins.get(origin)?.length ?? 0,
    /** The length of the longest queue. */
    most: () => Math.max(...lengths()),

    add(origin: string, one: Waiting): void {
      const queue = origins.get(origin) ?? []
      queue.push(one)
      origins.set(origin, queue)
    },

    takeNext(): Waiting {
      const [origin, queue] = [...origins][0]!
      origins.delete(origin)
      const one = queue.shift()!
      if (queue.length > 0) origins.set(origin, queue)
      return one
    },

    /** Takes the latest of the longest queue, which has more than one. */
    dropOneOfMost(): Waiting {
      const longest = Math.max(...lengths())
      return [...origins.values()].find(({ length }) => length === longest)!.pop()!
    },
  }
}
