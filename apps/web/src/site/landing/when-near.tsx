import { type ReactNode, type RefObject, Suspense } from 'react'
import { LoadBoundary } from '../load-boundary.tsx'
import { useNearViewport } from './use-near-viewport.ts'

interface WhenNearProps {
  section: RefObject<Element | null>
  /** In its place until it is there. */
  waiting: ReactNode
  children: ReactNode
}

/** What is loaded when its section is nearly in view. */
export function WhenNear({ section, waiting, children }: WhenNearProps) {
  if (!useNearViewport(section)) return waiting
  return (
    <LoadBoundary>
      <Suspense fallback={waiting}>{children}</Suspense>
    </LoadBoundary>
  )
}
