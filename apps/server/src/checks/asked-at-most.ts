import type { Clock } from '../clock.ts'

/** Asks outside again only after that time, however often it is called; undefined where nobody could be asked. */
export function askedAtMost<Seen>(
  clock: Clock,
  everyMs: number,
  ask: () => Promise<Seen | undefined>,
): () => Promise<Seen | undefined> {
  let last: { at: number; seen: Promise<Seen | undefined> } | undefined
  return () => {
    const now = clock.now().getTime()
    if (!last || Math.abs(now - last.at) >= everyMs) last = { at: now, seen: ask().catch(() => undefined) }
    return last.seen
  }
}
