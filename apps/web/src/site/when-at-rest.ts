const SIGNS = ['pointermove', 'pointerdown', 'scroll', 'keydown']
const READING_MS = 3000

/** Calls back once the browser is idle, after anything that was just pressed. */
export function whenIdle(callBack: () => void): void {
  // Safari has no idle callback.
  if (window.requestIdleCallback) window.requestIdleCallback(callBack)
  else setTimeout(callBack)
}

/**
 * Calls back once the page has loaded and the visitor interacts or keeps reading. Starting earlier would slow down a
 * phone that is still rendering. @returns cancel
 */
export function whenAtRest(callBack: () => void): () => void {
  const over = new AbortController()
  const { signal } = over
  const once = { once: true, passive: true, signal }

  function wait() {
    const timer = setTimeout(begin, READING_MS)
    signal.addEventListener('abort', () => clearTimeout(timer))
    for (const sign of SIGNS) window.addEventListener(sign, begin, once)
  }
  function begin() {
    over.abort()
    whenIdle(callBack)
  }

  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, once)
  return () => over.abort()
}
