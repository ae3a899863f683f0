import type { SiteFacts } from '@arcadia/contract/site/site-data'
import { useSyncExternalStore } from 'react'
import { createListeners } from '../../listeners.ts'
import { readSiteData } from '../../prerender/site-data.ts'

/**
 * Season, days and prices in words, named as in `ServerText`. The prerendered HTML has these until the configuration
 * loads; the site keeps them if it can't be loaded (docs/rules.md §6.7).
 */
export const FALLBACK_FACTS: SiteFacts = {
  season: 'May\u00a016 to September\u00a05, 2026',
  'pick-a-morning': 'Every open morning this season. Pick one to book it.',
  'now-booking': 'Booking 2026 now: one morning at a time, up to four anglers.',
  'open-days': 'Mon, Tue, Thu, Fri, Sat',
  'open-days-in-full': 'Monday, Tuesday, Thursday, Friday, and Saturday',
  'closed-days': 'Closed Sunday and Wednesday',
  'days-per-week': '5 days per week',
  'mornings-a-week': 'Five mornings a week',
  capacity: 'Four anglers a day',
  sharing: 'Only two non-related anglers per day.',
  'standard-price': '$1,500.00',
  'trophy-price': '$2,500.00',
  'price-from': '$1,500',
  'holds-date': ', $350 holds your date',
  deposit: '$350.00',
  'hold-minutes': '5 minutes',
}

let facts: SiteFacts | undefined
let hasStarted = false
const listeners = createListeners()

function show(next: SiteFacts) {
  facts = next
  listeners.tell()
}

function subscribe(listener: () => void) {
  if (!hasStarted) {
    hasStarted = true
    if (!readSiteData().facts) follow()
    // Facts that came with the page can only be stale when someone returns to it: load nothing until then.
    else document.addEventListener('visibilitychange', follow, { once: true })
  }
  return listeners.subscribe(listener)
}

function follow() {
  import('./site-facts.ts')
    .then(({ followSiteFacts }) => followSiteFacts(show))
    .catch(() => show(readSiteData().facts ?? FALLBACK_FACTS))
}

/**
 * The facts of the booking configuration. Not a lazy feature: reading the session would replace sections around a
 * pending `Suspense` by its fallback, and the page would jump.
 */
export function useSiteFacts(): { facts: SiteFacts; isLoading: boolean } {
  const known = useSyncExternalStore(
    subscribe,
    () => facts ?? readSiteData().facts ?? undefined,
    () => undefined,
  )
  return { facts: known ?? FALLBACK_FACTS, isLoading: !known }
}
