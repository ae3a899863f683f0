import type { SiteDataOnTheWire } from '@arcadia/contract/site/site-data'
import { RESCHEDULE_DAYS } from '@arcadia/contract/site/wording'
import { useSyncExternalStore } from 'react'
import { attempt } from '../attempt.ts'

/** What a page says when it was served without the block. */
const DEFAULT_SITE_DATA: SiteDataOnTheWire = {
  testMode: false,
  simulatesPayments: false,
  tokenUrl: null,
  recaptchaSiteKey: null,
  collectsAnalytics: false,
  business: {
    name: 'Arcadia Trophy Fishing',
    email: '',
    phone: '',
    moveDays: RESCHEDULE_DAYS,
    socialHandle: '',
    socialUrl: '',
    socialPosts: [],
  },
  gallery: [],
  year: 2024,
  launchText: 'Launching spring 2026',
  config: null,
  hasReviews: false,
  facts: null,
  words: { 'move-days': `${RESCHEDULE_DAYS} days` },
}

let siteData: SiteDataOnTheWire | undefined

/**
 * The block the server wrote into this page, as it was sent. It comes from our own server with our own page, so it is
 * not checked again here: that would put the schemas on the way to the first paint.
 */
export function readSiteData(): SiteDataOnTheWire {
  siteData ??= {
    ...DEFAULT_SITE_DATA,
    ...attempt(() => JSON.parse(document.getElementById('site-data')?.textContent || '{}')),
  } as SiteDataOnTheWire
  return siteData
}

const neverChanges = () => () => {}

/** The defaults while a prerendered page is taken over, so that it matches its HTML; what the server said right after. */
export function useSiteData(): SiteDataOnTheWire {
  return useSyncExternalStore(neverChanges, readSiteData, () => DEFAULT_SITE_DATA)
}
