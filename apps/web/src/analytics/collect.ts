import type { Collector } from './collector.ts'
import { listenToTracking } from './track.ts'

/** What can be pressed. `data-label` names it where its text is somebody's own; otherwise the text that shows does. */
const CONTROLS = 'button, a[href], summary, [role=button]'

/** Listens to clicks, scrolling and what the features track, until the returned function is called. */
export function collect(collector: Collector): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const page = () => window.location.pathname
  const stopTracking = listenToTracking((happening) => collector.add({ ...happening, page: page() }))

  function onClick({ target }: Event) {
    const control = target instanceof Element && target.closest<HTMLElement>(CONTROLS)
    if (!control) return
    // biome-ignore lint/performance/useDomNodeTextContent: a button that can be busy has a second text, which does not show
    collector.click(page(), control.dataset.label ?? control.ariaLabel ?? control.innerText)
  }
  function onScroll() {
    if (page() === '/') collector.homeScroll('/', window.scrollY, window.innerHeight)
  }

  // Before anything that stops the click on its way.
  document.addEventListener('click', onClick, { signal, capture: true })
  document.addEventListener('scroll', onScroll, { signal, passive: true })
  document.addEventListener('visibilitychange', () => document.hidden && collector.flush(), { signal })
  onScroll()
  return () => {
    listening.abort()
    stopTracking()
  }
}
