import type { Input } from '@arcadia/contract/endpoint'
import type { sendAnalytics } from '@arcadia/contract/site/analytics'
import type { Base } from '../../base.ts'

const COLLECT_URL = 'https://www.google-analytics.com/mp/collect'
const TIMEOUT_MS = 5000

export interface AnalyticsDeps extends Pick<Base, 'publicUrl' | 'log'> {
  analytics: { measurementId: string; apiSecret: string } | undefined
  collectUrl?: string
}

/** Sends events to the GA4 Measurement Protocol; undeliverable ones are dropped. */
export function createAnalytics(deps: AnalyticsDeps) {
  const { analytics: settings, publicUrl, log } = deps
  return {
    /** Fire and forget; a no-op if analytics is not configured. */
    relay({ clientId, events }: Input<typeof sendAnalytics>['body']): void {
      if (!settings) return
      const address = new URL(deps.collectUrl ?? COLLECT_URL)
      address.searchParams.set('measurement_id', settings.measurementId)
      address.searchParams.set('api_secret', settings.apiSecret)
      const body = {
        client_id: clientId,
        non_personalized_ads: true,
        events: events.map(({ name, page, label, screen }) => ({
          name,
          params: {
            page_location: `${publicUrl}${page}`,
            ...(label !== undefined && { label }),
            ...(screen !== undefined && { screen }),
          },
        })),
      }
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      fetch(address, { method: 'POST', body: JSON.stringify(body), signal, redirect: 'error' }).catch((error) =>
        log.warn({ problem: error instanceof Error ? error.name : 'unknown' }, 'analytics delivery failed'),
      )
    },
  }
}
