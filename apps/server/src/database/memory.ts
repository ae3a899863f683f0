import type { Clock } from '../clock.ts'
import type { Announcements } from './announcements.ts'
import { commitsSoFar } from './transaction.ts'

/** Max staleness if a notification is lost. */
const MAX_AGE_MS = 1000
/** Cap entries; keys come from the public. */
const MAX_ENTRIES = 200

export type Memory = ReturnType<typeof createMemory>

/**
 * A cache of public answers. It is invalidated when this process commits anything, when another one announces a change, or
 * after a second. It may be used to show or refuse, never to sell. Concurrent readers share one read.
 */
export function createMemory({ announcements, clock }: { announcements: Pick<Announcements, 'on'>; clock: Clock }) {
  const known = new Map<string, { answer: unknown; at: number; commits: number }>()
  for (const channel of ['availability', 'office'] as const) announcements.on(channel, () => known.clear())

  /** The cached answer, a promise of it while it is being read, or undefined. */
  function recall(key: string): unknown {
    const last = known.get(key)
    if (!last || last.commits !== commitsSoFar().all) return undefined
    return Math.abs(clock.now().getTime() - last.at) < MAX_AGE_MS ? last.answer : undefined
  }

  return {
    async remember<T>(key: string, read: () => Promise<T>): Promise<T> {
      const last = recall(key)
      if (last !== undefined) return last as T | Promise<T>
      if (known.size >= MAX_ENTRIES) known.delete(known.keys().next().value!)
      const entry = { answer: read() as unknown, at: clock.now().getTime(), commits: commitsSoFar().all }
      known.set(key, entry)
      try {
        const answer = (await entry.answer) as T
        entry.answer = answer
        return answer
      } catch (error) {
        // Failures are not cached.
        if (known.get(key) === entry) known.delete(key)
        throw error
      }
    },
  }
}
