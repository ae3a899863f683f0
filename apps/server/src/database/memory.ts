import type { Clock } from '../clock.ts'
import type { Announcements } from './announcements.ts'
import { commitsSoFar } from './transaction.ts'

/** An announcement that was lost is made up for this soon. */
const HEALS_AFTER_MS = 1000
/** Strangers choose what is asked for. */
const MOST = 200

export type Memory = ReturnType<typeof createMemory>

/**
 * What everybody is shown, as it was last read: until this process commits anything, another one announces that it did, or
 * a second is over. It may show and refuse; nothing is sold from it. Who asks while it is read waits for that reading.
 */
export function createMemory({ announcements, clock }: { announcements: Pick<Announcements, 'on'>; clock: Clock }) {
  const known = new Map<string, { answer: unknown; at: number; commits: number }>()
  for (const channel of ['availability', 'office'] as const) announcements.on(channel, () => known.clear())

  /** What is known of it now, or the promise of it. */
  function recall(what: string): unknown {
    const last = known.get(what)
    if (!last || last.commits !== commitsSoFar().all) return undefined
    return Math.abs(clock.now().getTime() - last.at) < HEALS_AFTER_MS ? last.answer : undefined
  }

  return {
    recall,
    async remember<T>(what: string, read: () => Promise<T>): Promise<T> {
      const last = recall(what)
      if (last !== undefined) return last as T | Promise<T>
      if (known.size >= MOST) known.clear()
      const entry = { answer: read() as unknown, at: clock.now().getTime(), commits: commitsSoFar().all }
      known.set(what, entry)
      try {
        const answer = (await entry.answer) as T
        entry.answer = answer
        return answer
      } catch (error) {
        // The next one tries again.
        if (known.get(what) === entry) known.delete(what)
        throw error
      }
    },
  }
}
