import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { lazyFeature } from '../lazy-feature.tsx'
import { useSiteData } from '../prerender/site-data.ts'
import { useSession } from '../session/session.tsx'
import { Loading } from '../ui/spinner.tsx'
import { Toaster } from '../ui/toast.tsx'
import { DialogsProvider } from './dialogs.tsx'
import { Header } from './header.tsx'
import { LoadBoundary } from './load-boundary.tsx'
import { SiteFooter } from './site-footer.tsx'
import { useArrival } from './use-arrival.ts'

const MAIN_ID = 'main'

/** The shell around every page. The portal has a header of its own; the landing page begins under ours. */
export function SiteLayout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  useArrival(MAIN_ID)
  const isAdmin = /^\/admin(\/|$)/.test(pathname)
  // Every path that begins with /admin, the mistyped ones too: those show the page that was not found.
  const hasHeader = !pathname.startsWith('/admin')
  const beginsUnderHeader = !hasHeader || pathname === '/'
  return (
    <DialogsProvider>
      <a className="skip" href={`#${MAIN_ID}`}>
        Skip to content
      </a>
      {hasHeader && <Header />}
      <div id={MAIN_ID} tabIndex={-1} className={beginsUnderHeader ? undefined : 'under-header'}>
        <LoadBoundary key={pathname}>
          <Suspense fallback={<Loading />}>{children}</Suspense>
        </LoadBoundary>
      </div>
      {!isAdmin && <SiteFooter />}
      {!isAdmin && <HoldGate />}
      {!isAdmin && <AnalyticsGate />}
      {!isAdmin && <VisitCount />}
      <Toaster />
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
