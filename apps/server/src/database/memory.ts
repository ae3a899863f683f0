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
  const known = new Map<string, { answer: Promise<unknown>; at: number; commits: number }>()
  for (const channel of ['availability', 'office'] as const) announcements.on(channel, () => known.clear())

  return function remember<T>(what: string, read: () => Promise<T>): Promise<T> {
    const [at, commits] = [clock.now().getTime(), commitsSoFar()]
    const last = known.get(what)
    if (last && last.commits === commits && Math.abs(at - last.at) < HEALS_AFTER_MS) return last.answer as Promise<T>
    if (known.size >= MOST) known.clear()
    const answer = read()
    const entry = { answer, at, commits }
    known.set(what, entry)
    // The next one tries again.
    answer.catch(() => known.get(what) === entry && known.delete(what))
    return answer
  }
}
