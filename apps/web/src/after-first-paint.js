// A classic script, built as is. Prerendered pages can be read before any other script runs, so the
// application, ten times the size of what paints the page, loads after the first paint.
{
  const modules = document.currentScript?.dataset.modules?.split(' ') ?? []

  /** @type {HTMLElement | null} */
  let tapped = null
  /** @param {Event} event */
  const remember = ({ target }) => {
    if (target instanceof Element) tapped = target.closest('button') ?? tapped
  }

  const start = async () => {
    // Hydration needs the whole page, and the rest may still be loading.
    if (document.readyState === 'loading') await new Promise((done) => addEventListener('DOMContentLoaded', done))
    try {
      await Promise.all(modules.map((module) => import(module)))
    } catch {
      document.removeEventListener('click', remember)
      // Blocked or lost: no button will ever work, so lead to our contact details instead.
      if (tapped) leadToContact()
      document.addEventListener('click', ({ target }) => {
        if (target instanceof Element && target.closest('button')) leadToContact()
      })
    }
  }
  const leadToContact = () => window.location.assign(document.getElementById('contact') ? '#contact' : '/#contact')

  document.addEventListener('click', remember)
  // Stop at hydration, not when the modules load: a tap in between would count twice.
  document.addEventListener('taken-over', () => {
    document.removeEventListener('click', remember)
    // Replay the tap made before hydration.
    tapped?.click()
  })
  // A background tab never paints.
  if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) start()
  else
    new PerformanceObserver((_, observer) => {
      observer.disconnect()
      start()
    }).observe({ type: 'paint', buffered: true })
}
