import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { LoadBoundary } from '../load-boundary.tsx'
import { Loading } from '../ui/spinner.tsx'
import { Toaster } from '../ui/toast.tsx'
import { useArrival } from './use-arrival.ts'

const MAIN_ID = 'main'

interface PageFrameProps {
  header?: ReactNode
  /** The page starts below the header. */
  isUnderHeader?: boolean
  children: ReactNode
}

/** The frame of every page of site and portal. */
export function PageFrame({ header, isUnderHeader = false, children }: PageFrameProps) {
  const { pathname } = useLocation()
  useArrival(MAIN_ID)
  return (
    <>
      <a className="skip" href={`#${MAIN_ID}`}>
        Skip to content
      </a>
      {header}
      <div id={MAIN_ID} tabIndex={-1} className={isUnderHeader ? 'under-header' : undefined}>
        <LoadBoundary key={pathname}>
          <Suspense fallback={<Loading />}>{children}</Suspense>
        </LoadBoundary>
      </div>
      <Toaster />
    </>
  )
}
