import type { AnalyticsEvent } from '@arcadia/contract/site/analytics'
import { createListeners } from '../listeners.ts'

/** What happened; the page is filled in. */
export type Happening = Omit<AnalyticsEvent, 'page'>

const tracked = createListeners<[Happening]>()

/** Tells that something happened, to whoever listens: analytics with consent, and the count of how far visits come. */
export const track = tracked.tell

/** Hears what is tracked, until the returned function is called. */
export const listenToTracking = tracked.subscribe
