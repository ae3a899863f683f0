// The portal's service worker. Its scope is /admin, so no visitor of the site has it. It keeps the files that the portal is
// made of, so that it opens at once and without a network, and shows the owner's notices. No answer of the API goes through it.
{
  // What TypeScript's browser leaves out of a worker.
  /** @typedef {{ url: string, focus(): Promise<void>, navigate(address: string): Promise<unknown> }} Page */
  /** @typedef {{ waitUntil(work: Promise<unknown>): void, respondWith(answer: Promise<Response>): void, request: Request, data: { json(): { title: string, tag: string, search: string } }, notification: Notification }} WorkerEvent */
  /** @typedef {{ addEventListener(name: string, listen: (event: WorkerEvent) => void): void, skipWaiting(): Promise<void>, registration: ServiceWorkerRegistration, clients: { claim(): Promise<void>, matchAll(of: { type: string }): Promise<Page[]>, openWindow(address: string): Promise<unknown> } }} Worker */
  const worker = /** @type {Worker} */ (/** @type {unknown} */ (self))
  // `build.ts` writes both: what is in them is another cache, and another worker.
  const FILES = ['/files']
  const CACHE = 'portal-unbuilt'
  const SHELL = '/admin'
  /** A page that takes longer than this opens as it was kept: the ramp has one bar. */
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

  /** Files of the release before are forgotten; a page of it that is still open asks the server. */
  async function takeOver() {
    const kept = await caches.keys()
    await Promise.all(
      kept.filter((name) => name.startsWith('portal-') && name !== CACHE).map((name) => caches.delete(name)),
    )
    await worker.clients.claim()
  }

  /** The network first, so that a new release is never kept waiting by what was kept of the last one. */
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
