import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach } from 'vitest'

// Ends a wait that hangs, with a margin for slow machines.
configure({ asyncUtilTimeout: 30_000 })

// jsdom has no layout: nothing scrolls, and no media query matches.
Element.prototype.scrollIntoView = () => {}
window.ResizeObserver = class implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList

// Files share a window: what an earlier one stored, or said of the site, is gone.
for (const data of document.querySelectorAll('#site-data')) data.remove()
localStorage.clear()
sessionStorage.clear()

// So are the listeners of its modules, which the next file loads again: the old ones would answer its Back.
const listening: Parameters<typeof window.addEventListener>[] = []
const listen = window.addEventListener
window.addEventListener = (...listener: Parameters<typeof listen>) => {
  listening.push(listener)
  listen.apply(window, listener)
}

afterEach(cleanup)
afterAll(() => {
  for (const [type, listener, options] of listening) window.removeEventListener(type, listener, options)
  window.addEventListener = listen
  window.history.replaceState(null, '')
})
