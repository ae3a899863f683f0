// A classic script, built as is, of pages that are empty until the application runs. If that is lost on the way, it shows
// at once what the page says by itself after a while, and reloads the page when the application can be had again. An
// application that can be had and still doesn't run, as in a browser it is too new for, is not reloaded for ever.
{
  const modules = document.currentScript?.dataset.modules?.split(' ') ?? []
  const MOST_RELOADS = 3

  /** Counts the reloads since the application last ran, in this tab. */
  const reloads = {
    key: 'arcadia.reloads',
    read() {
      try {
        return Number(sessionStorage.getItem(this.key))
      } catch {
        // Without storage, one reload can be told from none.
        const [page] = performance.getEntriesByType('navigation')
        return page instanceof PerformanceNavigationTiming && page.type === 'reload' ? MOST_RELOADS : 0
      }
    },
    /** @param {number} count */
    write(count) {
      try {
        if (count > 0) sessionStorage.setItem(this.key, String(count))
        else sessionStorage.removeItem(this.key)
      } catch {}
    },
  }

  const watch = async () => {
    // The page's own script element runs the application first; importing it again only tells whether it could.
    if (document.readyState === 'loading') await new Promise((done) => addEventListener('DOMContentLoaded', done))
    try {
      await Promise.all(modules.map((module) => import(module)))
      reloads.write(0)
    } catch {
      document.documentElement.dataset.lost = ''
      document.querySelector('#not-loaded a')?.addEventListener('click', (event) => {
        // The link alone would drop what follows the #.
        event.preventDefault()
        reloads.write(0)
        window.location.reload()
      })
      const count = reloads.read()
      // If the last reload didn't help, the next one is no hurry.
      if (count < MOST_RELOADS) retry(count, count > 0 ? 30_000 : 1000)
    }
  }
  /**
   * @param {number} count
   * @param {number} wait
   */
  const retry = (count, wait) => {
    setTimeout(async () => {
      const answers = await Promise.all(modules.map((module) => fetch(module).catch(() => null)))
      if (!answers.every((answer) => answer?.ok)) return retry(count, Math.min(2 * wait, 30_000))
      reloads.write(count + 1)
      window.location.reload()
    }, wait)
  }
  watch()
}
