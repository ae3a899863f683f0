import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { onceNear } from './use-near-viewport.ts'

/**
 * A part that is in the page from the start, and whose script loads when it is nearly in view. If that fails, it stays
 * as it is. Made once: a rerender before the script arrives would remove the part.
 */
export function hydratedNear(selector: string, load: () => Promise<ComponentType>): ReactNode {
  const Part = lazy(async () => {
    // When prerendering, or if the page came without the part, don't wait.
    const place = typeof document === 'undefined' ? null : document.querySelector(selector)
    if (place) await new Promise<void>((resolve) => onceNear(place, resolve))
    return { default: await load().catch(() => new Promise<never>(() => {})) }
  })
  return (
    <Suspense>
      <Part />
    </Suspense>
  )
}
