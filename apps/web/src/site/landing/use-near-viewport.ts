import { type RefObject, useEffect, useState } from 'react'

/** About a screen ahead, so things are loaded before they are seen. */
const MARGIN = '900px 0px'

/** True once the element is nearly in view. */
export function useNearViewport(ref: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (ref.current && !isNear) return onceNear(ref.current, () => setNear(true))
  }, [ref, isNear])
  return isNear
}

/** Calls back once the element is nearly in view. @returns cancel */
export function onceNear(element: Element, tell: () => void): () => void {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      tell()
    },
    { rootMargin: MARGIN },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
