import type { Page } from '@playwright/test'

/** The service worker of the open page, once it runs, and what it caches. */
export const keptOnDevice = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    const caches = await window.caches.keys()
    const files = await Promise.all(caches.map(async (name) => (await window.caches.open(name)).keys()))
    return { script: active?.scriptURL, files: files.flat().map(({ url }) => new URL(url).pathname) }
  })
