import type { AnalyticsEvent } from '@arcadia/contract/analytics'
import { apiBase } from '../api/api-base.ts'

/** Sends events on, also from a page that is being left. What does not arrive is not missed. */
export function sendBeacon(clientId: string, events: AnalyticsEvent[]): void {
  fetch(`${apiBase(window.location.hostname)}/analytics`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId, consent: 'granted', events }),
    keepalive: true,
  }).catch(() => {})
}
