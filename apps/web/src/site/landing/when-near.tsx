import { type ReactNode, type RefObject, Suspense } from 'react'
import { useNearViewport } from './use-near-viewport.ts'

interface WhenNearProps {
  section: RefObject<Element | null>
  /** Shown until it is loaded. */
  waiting: ReactNode
  children: ReactNode
}

/** Script, then data: a flick of a thumb goes further than a screen meanwhile. */
const AHEAD = 2500

/** Loads its children well before its section is in view. */
export function WhenNear({ section, waiting, children }: WhenNearProps) {
  if (!useNearViewport(section, AHEAD)) return waiting
  return <Suspense fallback={waiting}>{children}</Suspense>
}
