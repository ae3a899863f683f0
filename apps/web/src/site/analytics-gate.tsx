import { lazy, Suspense } from 'react'
import { useSiteData } from '../prerender/site-data.ts'

const Analytics = lazy(async () => ({ default: (await import('../analytics/analytics.tsx')).Analytics }))

/** Where analytics is not set up nothing of it is loaded, asked or shown. */
export function AnalyticsGate() {
  const { collectsAnalytics } = useSiteData()
  if (!collectsAnalytics) return null
  return (
    <Suspense>
      <Analytics />
    </Suspense>
  )
}
