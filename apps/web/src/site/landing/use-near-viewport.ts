import { type RefObject, useEffect, useState } from 'react'

/** About a screen, so things are loaded before they are seen. */
const AHEAD = 900

/** True once the element is nearly in view. */
export function useNearViewport(ref: RefObject<Element | null>, ahead = AHEAD): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (ref.current && !isNear) return onceNear(ref.current, () => setNear(true), ahead)
  }, [ref, isNear, ahead])
  return isNear
}

/** Calls back once the element is nearly in view. @returns cancel */
export function onceNear(element: Element, tell: () => void, ahead = AHEAD): () => void {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      tell()
    },
    { rootMargin: `${ahead}px 0px` },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
