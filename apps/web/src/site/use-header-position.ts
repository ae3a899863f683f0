import { useEffect, useState } from 'react'
import { type HeaderPosition, moveHeader } from './header-visibility.ts'

/** Follows the page's scrolling, once a frame. */
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
