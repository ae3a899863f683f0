import { type RefObject, useEffect, useState } from 'react'

/** About a screen ahead, so that what is loaded then is there before it is seen. */
const MARGIN = '900px 0px'

/** True from the moment the element is about to be scrolled into view. */
export function useNearViewport(ref: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!ref.current || isNear) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: MARGIN,
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref, isNear])
  return isNear
}
