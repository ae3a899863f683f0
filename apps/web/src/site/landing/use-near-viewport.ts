import { type RefObject, useEffect, useState } from 'react'

/** About a screen ahead, so that what is loaded then is there before it is seen. */
const MARGIN = '900px 0px'

/** True from the moment the element is about to be scrolled into view. */
export function useNearViewport(ref: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (ref.current && !isNear) return onceNear(ref.current, () => setNear(true))
  }, [ref, isNear])
  return isNear
}

/** Tells once that the element is about to be scrolled into view, unless the returned function is called before. */
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
