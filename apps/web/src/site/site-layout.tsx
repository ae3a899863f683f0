import { type ReactNode, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { readDraft } from '../features/booking-dialog/booking-draft.ts'
import { lazyComponent, lazyFeature } from '../lazy-feature.tsx'
import { useSiteData } from '../prerender/site-data.ts'
import { useSession } from '../session/session.tsx'
import { DialogsProvider, fetchAhead } from './dialogs.tsx'
import { Header } from './header.tsx'
import { hasHeader } from './header-visibility.ts'
import { PageFrame } from './page-frame.tsx'
import { SiteFooter } from './site-footer.tsx'
import { whenAtRest } from './when-at-rest.ts'

/** The shell around every page of the site. The landing page starts under its header. */
export function SiteLayout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const isShown = hasHeader(pathname)
  return (
    <DialogsProvider>
      <PageFrame header={isShown && <Header />} isUnderHeader={isShown && pathname !== '/'}>
        {children}
      </PageFrame>
      <SiteFooter />
      <HoldGate />
      <AnalyticsGate />
      <InBackground />
    </DialogsProvider>
  )
}

/** Counts how far visits get, ignoring failures, and preloads what most visitors who stay open first. */
function InBackground() {
  useEffect(() => {
    const counting = import('../features/funnel/visit.ts').then(({ countVisit }) => countVisit())
    counting.catch(() => {})
    return () => void counting.then((stop) => stop()).catch(() => {})
  }, [])
  useEffect(() => whenAtRest(() => fetchAhead('booking')), [])
  return null
}

const Analytics = lazyComponent(async () => (await import('../analytics/analytics.tsx')).Analytics, 'nothing')

/** Without analytics set up, loads, asks and shows nothing. */
function AnalyticsGate() {
  const { collectsAnalytics } = useSiteData()
  if (!collectsAnalytics) return null
  return (
    <Suspense>
      <Analytics />
    </Suspense>
  )
}

const HoldReminder = lazyFeature(
  async () => (await import('../features/holds/hold-reminder.tsx')).HoldReminder,
  'nothing',
)

/** Only customers hold dates, so visitors load nothing for it. */
function HoldGate() {
  const { user } = useSession()
  if (!user) return null
  return (
    <Suspense>
      <HoldReminder key={user.id} madeHere={readDraft(user.id)?.madeHere} />
    </Suspense>
  )
}
