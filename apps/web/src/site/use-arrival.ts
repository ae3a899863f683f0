import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * Does for in-site navigation what browsers do on page loads: scrolls to the anchor or the top and moves the focus to
 * the main part. Going back keeps the browser's scroll position.
 */
export function useArrival(mainId: string) {
  const { pathname, hash } = useLocation()
  const navigationType = useNavigationType()
  const lastPathname = useRef(pathname)
  useEffect(() => {
    const isNewPage = lastPathname.current !== pathname
    lastPathname.current = pathname
    if (isNewPage) document.getElementById(mainId)?.focus({ preventScroll: true })
    if (navigationType === 'POP') return
    const anchor = hash && document.getElementById(decodeURIComponent(hash.slice(1)))
    if (anchor) anchor.scrollIntoView()
    else if (isNewPage) window.scrollTo({ top: 0, behavior: 'instant' })
  }, [pathname, hash, navigationType, mainId])
}
