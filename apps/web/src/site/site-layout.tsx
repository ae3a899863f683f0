import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { lazyFeature } from '../lazy-feature.tsx'
import { useSiteData } from '../prerender/site-data.ts'
import { useSession } from '../session/session.tsx'
import { DialogsProvider, fetchAhead } from './dialogs.tsx'
import { Header } from './header.tsx'
import { PageFrame } from './page-frame.tsx'
import { SiteFooter } from './site-footer.tsx'
import { whenAtRest } from './when-at-rest.ts'

/** The shell around every page of the site. The landing page begins under its header. */
export function SiteLayout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <DialogsProvider>
      <PageFrame header={<Header />} isUnderHeader={pathname !== '/'}>
        {children}
      </PageFrame>
      <SiteFooter />
      <HoldGate />
      <AnalyticsGate />
      <VisitCount />
      <FetchedAhead />
    </DialogsProvider>
  )
}

/** How far visits come is counted aside: what fails of it is not missed. */
function VisitCount() {
  useEffect(() => {
    const counting = import('../features/funnel/visit.ts').then(({ countVisit }) => countVisit())
    counting.catch(() => {})
    return () => void counting.then((stop) => stop()).catch(() => {})
  }, [])
  return null
}

/** What most who stay open first. */
function FetchedAhead() {
  useEffect(() => whenAtRest(() => fetchAhead('booking')), [])
  return null
}

const Analytics = lazy(async () => ({ default: (await import('../analytics/analytics.tsx')).Analytics }))

/** Where analytics is not set up nothing of it is loaded, asked or shown. */
function AnalyticsGate() {
  const { collectsAnalytics } = useSiteData()
  if (!collectsAnalytics) return null
  return (
    <Suspense>
      <Analytics />
    </Suspense>
  )
}

// The page works without it, so a failure to load is ignored.
const Nothing = () => null

const HoldReminder = lazyFeature(async () => {
  const found = await import('../features/booking-dialog/hold-reminder.tsx').catch(() => null)
  return found?.HoldReminder ?? Nothing
})

/** Only customers hold dates: for visitors nothing of it is loaded. */
function HoldGate() {
  const { user } = useSession()
  if (!user) return null
  return (
    <Suspense>
      <HoldReminder key={user.id} userId={user.id} />
    </Suspense>
  )
}
