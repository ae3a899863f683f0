import type { FunnelStep } from '@arcadia/contract/site/funnel'
import { listenToTracking } from '../../analytics/track.ts'
import { apiBase } from '../../api/api-base.ts'

/** Copied from the contract, because importing it would pull in the schemas. */
export const STEPS: readonly FunnelStep[] = ['SITE', 'DATE', 'GUESTS', 'PAYMENT', 'BOOKED']
/** The booking dialog's names of its steps. */
const DIALOG_STEPS = ['Date', 'Guests', 'Payment', 'Confirm']

/**
 * Counts how far this visit gets (docs/rules.md §11.9): kept in memory and sent when the page is hidden or left.
 * Reaching a step counts the earlier ones too. @returns stop
 */
export function countVisit(send = sendSteps): () => void {
  let furthest = window.location.pathname === '/' ? 0 : -1
  let sent = -1
  const stopTracking = listenToTracking(({ name, label = '' }) => {
    if (name === 'booking_step') furthest = Math.max(furthest, DIALOG_STEPS.indexOf(label) + 1)
  })
  function onVisibility() {
    if (!document.hidden || furthest === sent) return
    send(STEPS.slice(sent + 1, furthest + 1))
    sent = furthest
  }
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    stopTracking()
    document.removeEventListener('visibilitychange', onVisibility)
  }
}

/** Losses are ignored. */
function sendSteps(steps: readonly FunnelStep[]): void {
  fetch(`${apiBase(window.location.hostname)}/funnel`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ steps }),
    keepalive: true,
  }).catch(() => {})
}
