import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { Spinner } from '../ui/spinner.tsx'
import { Toaster } from '../ui/toast.tsx'
import { AnalyticsGate } from './analytics-gate.tsx'
import { DialogsProvider } from './dialogs.tsx'
import { Header } from './header.tsx'
import { HoldGate } from './hold-gate.tsx'
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
          <Suspense fallback={<PageLoading />}>{children}</Suspense>
        </LoadBoundary>
      </div>
      {!isAdmin && <SiteFooter />}
      {!isAdmin && <HoldGate />}
      {!isAdmin && <AnalyticsGate />}
      <Toaster />
    </DialogsProvider>
  )
}

function PageLoading() {
  return (
    <div className="loading">
      <Spinner />
    </div>
  )
}
