// A classic script, built as is. Prerendered pages can be read before any other script runs, so the
// application, ten times the size of what paints the page, loads after the first paint.
{
  const modules = document.currentScript?.dataset.modules?.split(' ') ?? []

  /** @type {HTMLElement | null} */
  let tapped = null
  let place = -1
  const buttons = () => [...document.querySelectorAll('button')]
  /** @param {Event} event */
  const remember = ({ target }) => {
    const button = target instanceof Element && target.closest('button')
    if (!button) return
    tapped = button
    place = buttons().indexOf(button)
  }

  // As in `load-files.ts`: a module that was lost once stays lost, so it is fetched before it is imported.
  /** @param {string} module */
  const fetchFile = async (module) => {
    const answer = await fetch(module)
    if (!answer.ok) throw new Error(module)
    return answer.arrayBuffer()
  }
  /** @param {string} module */
  const loadOne = async (module) => {
    await fetchFile(module).catch(() => fetchFile(module))
    await import(module)
  }
  const load = () => Promise.all(modules.map(loadOne))

  const start = async () => {
    // Hydration needs the whole page, and the rest may still be loading.
    if (document.readyState === 'loading') await new Promise((done) => addEventListener('DOMContentLoaded', done))
    try {
      await load()
    } catch {
      document.removeEventListener('click', remember)
      // Blocked or lost: no button works, so lead to our contact details instead.
      if (tapped) leadToContact()
      tapped = null
      document.addEventListener('click', leadInstead)
      retry(1000)
    }
  }
  const leadToContact = () => window.location.assign(document.getElementById('contact') ? '#contact' : '/#contact')
  /** @param {Event} event */
  const leadInstead = ({ target }) => {
    if (target instanceof Element && target.closest('button')) leadToContact()
  }
  /** @param {number} wait */
  const retry = (wait) => {
    setTimeout(
      () =>
        load().then(
          () => document.removeEventListener('click', leadInstead),
          () => retry(Math.min(2 * wait, 30_000)),
        ),
      wait,
    )
  }

  document.addEventListener('click', remember)
  // Stop at hydration, not when the modules load: a tap in between would count twice.
  document.addEventListener('taken-over', () => {
    document.removeEventListener('click', remember)
    // Replay the tap made before hydration; a translated page has a new button in its place.
    if (tapped) (tapped.isConnected ? tapped : buttons()[place])?.click()
  })
  // A background tab never paints.
  if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) start()
  else
    new PerformanceObserver((_, observer) => {
      observer.disconnect()
      start()
    }).observe({ type: 'paint', buffered: true })
}
