import type { AnalyticsEvent } from '@arcadia/contract/analytics'

/** What happened; the page is filled in. */
export type Happening = Omit<AnalyticsEvent, 'page'>

let listener: ((happening: Happening) => void) | undefined

/** Tells that something happened. Nothing comes of it unless analytics is set up and the visitor consented. */
export function track(happening: Happening): void {
  listener?.(happening)
}

/** Hears what is tracked, until the returned function is called. */
export function listenToTracking(next: (happening: Happening) => void): () => void {
  listener = next
  return () => {
    listener = undefined
  }
}
