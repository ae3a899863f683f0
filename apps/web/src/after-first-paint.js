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
    // A part of a page cannot be taken over: the rest of it may still be on a slow line.
    if (document.readyState === 'loading') await new Promise((done) => addEventListener('DOMContentLoaded', done))
    try {
      await Promise.all(modules.map((module) => import(module)))
    } catch {
      document.removeEventListener('click', remember)
      // Blocked, or lost on the way: nothing will ever answer a button, but we can still be written to.
      if (tapped) leadToContact()
      document.addEventListener('click', ({ target }) => {
        if (target instanceof Element && target.closest('button')) leadToContact()
      })
    }
  }
  const leadToContact = () => window.location.assign(document.getElementById('contact') ? '#contact' : '/#contact')

  document.addEventListener('click', remember)
  // Not when the last of the modules has arrived: what is pressed until then would be answered twice.
  document.addEventListener('taken-over', () => {
    document.removeEventListener('click', remember)
    // Pressed before anything could answer: it is answered now.
    tapped?.click()
  })
  // A page in the background is not painted.
  if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) start()
  else
    new PerformanceObserver((_, observer) => {
      observer.disconnect()
      start()
    }).observe({ type: 'paint', buffered: true })
}
