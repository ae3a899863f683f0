// The portal's service worker, scoped to /admin so that visitors never get it. It caches the portal's files, so the
// portal opens instantly and offline, and shows push notifications. API answers don't go through it.
{
  // Worker types missing from TypeScript's DOM library.
  /** @typedef {{ url: string, focus(): Promise<void>, navigate(address: string): Promise<unknown> }} Page */
  /** @typedef {{ waitUntil(work: Promise<unknown>): void, respondWith(answer: Promise<Response>): void, request: Request, data: { json(): { title: string, tag: string, search: string } }, notification: Notification }} WorkerEvent */
  /** @typedef {{ addEventListener(name: string, listen: (event: WorkerEvent) => void): void, skipWaiting(): Promise<void>, registration: ServiceWorkerRegistration, clients: { claim(): Promise<void>, matchAll(of: { type: string }): Promise<Page[]>, openWindow(address: string): Promise<unknown> } }} Worker */
  const worker = /** @type {Worker} */ (/** @type {unknown} */ (self))
  // `build.ts` fills in both; a new file list means a new cache and a new worker.
  const FILES = ['/files']
  const CACHE = 'portal-unbuilt'
  const SHELL = '/admin'
  /** A page slower than this opens from the cache: reception at the ramp is poor. */
  const PATIENCE_MS = 1000

  worker.addEventListener('install', (event) => event.waitUntil(keep()))
  worker.addEventListener('activate', (event) => event.waitUntil(takeOver()))
  worker.addEventListener('fetch', (event) => {
    const { request } = event
    const { pathname } = new URL(request.url)
    if (request.mode === 'navigate') event.respondWith(openPage(request))
    else if (FILES.includes(pathname)) event.respondWith(openFile(request))
  })
  worker.addEventListener('push', (event) => {
    const { title, tag, search } = event.data.json()
    const about = { tag, icon: '/icon-192.png', data: search }
    event.waitUntil(worker.registration.showNotification(title, about))
  })
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(show(`${SHELL}${event.notification.data}`))
  })

  async function keep() {
    const cache = await caches.open(CACHE)
    await cache.addAll([new Request(SHELL, { cache: 'reload' }), ...FILES])
    await worker.skipWaiting()
  }

  /** Drops the previous release's files; a page of it that is still open fetches from the server. */
  async function takeOver() {
    const kept = await caches.keys()
    await Promise.all(
      kept.filter((name) => name.startsWith('portal-') && name !== CACHE).map((name) => caches.delete(name)),
    )
    await worker.clients.claim()
  }

  /** Network first, so the cache never holds back a new release. */
  async function openPage(/** @type {Request} */ request) {
    const late = new Promise((done) => setTimeout(done, PATIENCE_MS))
    const answer = await Promise.race([fetch(request).catch(() => undefined), late])
    if (answer && answer.status < 500) return answer
    return (await caches.match(SHELL, { ignoreVary: true })) ?? answer ?? Response.error()
  }

  async function openFile(/** @type {Request} */ request) {
    return (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
  }

  async function show(/** @type {string} */ address) {
    const [open] = await worker.clients.matchAll({ type: 'window' })
    if (!open) return worker.clients.openWindow(address)
    await open.focus()
    await open.navigate(address)
  }
}
