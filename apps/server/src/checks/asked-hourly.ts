import { type Clock, HOUR_MS } from '../clock.ts'

/** Asks outside once an hour, however often it is called; undefined where nobody could be asked. */
export function askedHourly<Seen>(clock: Clock, ask: () => Promise<Seen | undefined>): () => Promise<Seen | undefined> {
  let last: { at: number; seen: Promise<Seen | undefined> } | undefined
  return () => {
    const now = clock.now().getTime()
    if (!last || Math.abs(now - last.at) >= HOUR_MS) last = { at: now, seen: ask().catch(() => undefined) }
    return last.seen
  }
}
