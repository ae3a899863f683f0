import { type ReactNode, type RefObject, Suspense } from 'react'
import { useNearViewport } from './use-near-viewport.ts'

interface WhenNearProps {
  section: RefObject<Element | null>
  /** Shown until it is loaded. */
  waiting: ReactNode
  children: ReactNode
}

/** Loads its children when its section is nearly in view. */
export function WhenNear({ section, waiting, children }: WhenNearProps) {
  if (!useNearViewport(section)) return waiting
  return <Suspense fallback={waiting}>{children}</Suspense>
}
