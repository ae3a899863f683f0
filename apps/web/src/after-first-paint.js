// A classic script, sent as it is with the prerendered pages, which can be read before any other script runs. On a slow
// line what a page is drawn with comes first; the application, ten times as much, is fetched once it stands there.
{
  const modules = document.currentScript?.dataset.modules?.split(' ') ?? []

  /** @type {HTMLElement | null} */
  let tapped = null
  /** @param {Event} event */
  const remember = ({ target }) => {
    if (target instanceof Element) tapped = target.closest('button') ?? tapped
  }

  const start = async () => {
    await Promise.all(modules.map((module) => import(module)))
    document.removeEventListener('click', remember)
    // Pressed before anything could answer: it is answered now.
    tapped?.click()
  }

  document.addEventListener('click', remember)
  // A page in the background is not painted.
  if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) start()
  else
    new PerformanceObserver((_, observer) => {
      observer.disconnect()
      start()
    }).observe({ type: 'paint', buffered: true })
}
