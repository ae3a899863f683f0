import { lazy, type ReactNode } from 'react'
import { LandingPage } from './site/landing-page.tsx'

interface Page {
  path: string
  element: ReactNode
  /** The HTML file it is prerendered into. Its component is imported eagerly, so that it takes its own HTML over. */
  file?: `${string}.html`
}

const NotFoundPage = lazy(async () => ({ default: (await import('./site/not-found-page.tsx')).NotFoundPage }))

/** Every URL of the site and the portal. Pages with data are `lazyFeature(…)`. */
export const pages: readonly Page[] = [
  { path: '/', element: <LandingPage />, file: 'index.html' },
  { path: '*', element: <NotFoundPage /> },
]
