import { useSyncExternalStore } from 'react'
import { readSiteData } from '../prerender/site-data.ts'
import { type Consent, createConsentStore } from './consent-store.ts'

// `crypto.randomUUID` is missing on plain http.
const newId = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

const store = createConsentStore(() => window.localStorage, newId)
export const { accept, decline, askAgain } = store

if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith('arcadia.analytics')) store.readAgain()
  })
}

/** For anything shown only where analytics is set up; false until hydration is done. */
export function useConsent(): Consent {
  return useSyncExternalStore(store.subscribe, store.get, store.get)
}

/** The visitor's id, if analytics is set up and they consented. Payments carry it (docs/rules.md §11.4). */
export function analyticsClientId(): string | undefined {
  return readSiteData().collectsAnalytics ? store.get().clientId : undefined
}
