import type { AnalyticsEvent } from '@arcadia/contract/site/analytics'
import { createListeners } from '../listeners.ts'

/** An event; the page is filled in. */
export type Happening = Omit<AnalyticsEvent, 'page'>

const tracked = createListeners<[Happening]>()

/** Publishes an event to subscribers: analytics (with consent) and the visit funnel. */
export const track = tracked.tell

/** Subscribes to tracked events. @returns unsubscribe */
export const listenToTracking = tracked.subscribe
