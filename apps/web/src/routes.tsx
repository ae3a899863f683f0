import { addresses } from '@arcadia/contract/addresses'
import type { ReactNode } from 'react'
import { lazyComponent, lazyFeature } from './lazy-feature.tsx'
import type { Load, Screens } from './screen.ts'
import * as screens from './screens.ts'
import { LandingPage } from './site/landing-page.tsx'

interface Page {
  path: string
  element: ReactNode
  /** The HTML file it is prerendered into. Its component is imported eagerly or by `lazyComponent`. */
  file?: `${string}.html`
  /** What hydration waits for. */
  preload?: () => Promise<unknown>
}

const PrivacyPage = lazyComponent(async () => (await import('./site/legal/privacy-page.tsx')).PrivacyPage, 'as-page')
const TermsPage = lazyComponent(async () => (await import('./site/legal/terms-page.tsx')).TermsPage, 'as-page')
const NotFoundPage = lazyComponent(async () => (await import('./site/not-found-page.tsx')).NotFoundPage, 'as-page')

function pageOf({ path, load }: { path: string; load: Load }): Page {
  const Screen = lazyFeature(load, 'as-page')
  return { path, element: <Screen /> }
}

/** Every URL of the site. Features' URLs come from `screens.ts`; the portal's are in `admin/portal-pages.ts`. */
export const pages: readonly Page[] = [
  { path: addresses.home.path, element: <LandingPage />, file: 'index.html' },
  { path: addresses.privacy.path, element: <PrivacyPage />, file: 'privacy.html', preload: PrivacyPage.preload },
  { path: addresses.terms.path, element: <TermsPage />, file: 'eula.html', preload: TermsPage.preload },
  ...Object.values<Screens>(screens).flatMap((feature) => feature.pages?.map(pageOf) ?? []),
  { path: '*', element: <NotFoundPage /> },
]
