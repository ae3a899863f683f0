import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { onceNear } from './use-near-viewport.ts'

/**
 * A part that is in the page from the start, and whose script loads when it is nearly in view. Until then, and if that
 * fails, it stays as it was served.
 */
export function hydratedNear(selector: string, load: () => Promise<ComponentType>): ReactNode {
  let served: Element | null = null
  const Part = lazy(async () => {
    if (typeof document !== 'undefined') served = document.querySelector(selector)
    // When prerendering, or if the page came without the part, don't wait.
    if (served) await new Promise<void>((resolve) => onceNear(served!, resolve))
    return { default: await load().catch(() => new Promise<never>(() => {})) }
  })
  // React takes out what isn't hydrated when a context above it changes, as with every link; then it goes back in here.
  function putBack(place: Element | null) {
    if (served) place?.append(served)
  }
  return (
    <Suspense fallback={<div ref={putBack} />}>
      <Part />
    </Suspense>
  )
}
