import type { SiteDataOnTheWire } from '@arcadia/contract/site/site-data'
import { DEFAULT_NAME, RESCHEDULE_DAYS } from '@arcadia/contract/site/wording'
import { useSyncExternalStore } from 'react'
import { attempt } from '../api/attempt.ts'
import { createListeners } from '../listeners.ts'

/** The defaults, during hydration and for pages served without the data block. */
export const DEFAULT_SITE_DATA: SiteDataOnTheWire = {
  testMode: false,
  simulatesPayments: false,
  tokenUrl: null,
  recaptchaSiteKey: null,
  collectsAnalytics: false,
  business: {
    name: DEFAULT_NAME,
    email: '',
    phone: '',
    moveDays: RESCHEDULE_DAYS,
    socialHandle: '',
    socialUrl: '',
    socialPosts: [],
  },
  gallery: [],
  today: '2024-01-01',
  launchText: 'Launching spring 2026',
  config: null,
  rating: null,
  showsGifts: false,
  facts: null,
  words: {
    'move-days': `${RESCHEDULE_DAYS} days`,
    starts: '8:00\u00a0AM Eastern',
    hours: '8:00\u00a0AM to 12:00\u00a0PM Eastern',
    length: 'Four hours',
  },
}

let siteData: SiteDataOnTheWire | undefined

/**
 * The data block the server wrote into this page, unparsed. It comes from our own server, so it isn't validated: that
 * would put the schemas in the way of the first paint.
 */
export function readSiteData(): SiteDataOnTheWire {
  siteData ??= parse(document.getElementById('site-data')?.textContent)
  return siteData
}

const parse = (block: string | null | undefined) =>
  ({ ...DEFAULT_SITE_DATA, ...attempt(() => JSON.parse(block || '{}')) }) as SiteDataOnTheWire

const changes = createListeners()

/** Takes the data block of a page of this release that was read later. */
export function takeSiteData(html: string): void {
  const block = /<script[^>]* id="site-data">(.*?)<\/script>/.exec(html)?.[1]
  if (!block) return
  siteData = parse(block)
  changes.tell()
}

/** The defaults during hydration, to match the prerendered HTML; then the server's data. */
export function useSiteData(): SiteDataOnTheWire {
  return useSyncExternalStore(changes.subscribe, readSiteData, () => DEFAULT_SITE_DATA)
}
