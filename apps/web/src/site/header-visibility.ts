import { PORTAL } from '@arcadia/contract/addresses'
import { useEffect, useState } from 'react'

/** Scrolling down past this hides the header (docs/rules.md §6.6). */
const HIDES_PAST_PX = 100
/** This close to the top it always shows. */
const ALWAYS_SHOWS_WITHIN_PX = 50

export interface HeaderPosition {
  scrollY: number
  isHidden: boolean
}

/** The header's state after scrolling to `scrollY`: hidden on the way down, shown on the way up and near the top. */
export function moveHeader(before: HeaderPosition, scrollY: number): HeaderPosition {
  if (scrollY <= ALWAYS_SHOWS_WITHIN_PX || scrollY < before.scrollY) return { scrollY, isHidden: false }
  if (scrollY > before.scrollY && scrollY > HIDES_PAST_PX) return { scrollY, isHidden: true }
  return { scrollY, isHidden: before.isHidden }
}

/** The portal has its own; an address that only begins like it has none either (docs/rules.md §6.6). */
export const hasHeader = (pathname: string) => !pathname.startsWith(PORTAL)

/** The header is transparent over the landing page's first screen; further down it needs a background. */
export function isHeaderClear(pathname: string, scrollY: number): boolean {
  return pathname === '/' && scrollY <= HIDES_PAST_PX
}

/** Tracks the page's scrolling, once per frame. */
export function useHeaderPosition(): HeaderPosition {
  const [position, setPosition] = useState<HeaderPosition>({ scrollY: 0, isHidden: false })
  useEffect(() => {
    let frame = 0
    const follow = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        setPosition((before) => moveHeader(before, window.scrollY))
      })
    }
    follow()
    window.addEventListener('scroll', follow, { passive: true })
    return () => {
      window.removeEventListener('scroll', follow)
      cancelAnimationFrame(frame)
    }
  }, [])
  return position
}
