// A classic script, built as is, of pages that are empty until the application runs. If that is lost on the way, it shows
// at once what the page says by itself after a while, and reloads the page when the application can be had again.
{
  const modules = document.currentScript?.dataset.modules?.split(' ') ?? []

  const watch = async () => {
    // The page's own script element runs the application first; importing it again only tells whether it could.
    if (document.readyState === 'loading') await new Promise((done) => addEventListener('DOMContentLoaded', done))
    try {
      await Promise.all(modules.map((module) => import(module)))
    } catch {
      document.documentElement.dataset.lost = ''
      document.querySelector('#not-loaded a')?.addEventListener('click', (event) => {
        // The link alone would drop what follows the #.
        event.preventDefault()
        window.location.reload()
      })
      // If the last reload didn't help, the next one is no hurry.
      const [page] = performance.getEntriesByType('navigation')
      retry(page instanceof PerformanceNavigationTiming && page.type === 'reload' ? 30_000 : 1000)
    }
  }
  /** @param {number} wait */
  const retry = (wait) => {
    setTimeout(async () => {
      const answers = await Promise.all(modules.map((module) => fetch(module).catch(() => null)))
      if (answers.every((answer) => answer?.ok)) window.location.reload()
      else retry(Math.min(2 * wait, 30_000))
    }, wait)
  }
  watch()
}
