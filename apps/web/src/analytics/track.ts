import type { AnalyticsEvent } from '@arcadia/contract/site/analytics'

/** What happened; the page is filled in. */
export type Happening = Omit<AnalyticsEvent, 'page'>

const listeners = new Set<(happening: Happening) => void>()

/** Tells that something happened, to whoever listens: analytics with consent, and the count of how far visits come. */
export function track(happening: Happening): void {
  for (const listener of listeners) listener(happening)
}

/** Hears what is tracked, until the returned function is called. */
export function listenToTracking(next: (happening: Happening) => void): () => void {
  listeners.add(next)
  return () => void listeners.delete(next)
}
