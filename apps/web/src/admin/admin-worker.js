// The portal's service worker, behind `kept-page.js`, is scoped to /admin so that visitors never get it. It shows push
// notifications.
{
  // Worker types missing from TypeScript's DOM library.
  /** @typedef {{ url: string, focus(): Promise<void>, navigate(address: string): Promise<unknown> }} Page */
  /** @typedef {{ waitUntil(work: Promise<unknown>): void, data: { json(): { title: string, tag: string, search: string } }, notification: Notification }} WorkerEvent */
  /** @typedef {{ addEventListener(name: string, listen: (event: WorkerEvent) => void): void, registration: ServiceWorkerRegistration, clients: { matchAll(of: { type: string }): Promise<Page[]>, openWindow(address: string): Promise<unknown> } }} Worker */
  const worker = /** @type {Worker} */ (/** @type {unknown} */ (self))

  worker.addEventListener('push', (event) => {
    const { title, tag, search } = event.data.json()
    const about = { tag, icon: '/icon-192.png', data: search }
    event.waitUntil(worker.registration.showNotification(title, about))
  })
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(show(`/admin${event.notification.data}`))
  })

  async function show(/** @type {string} */ address) {
    const [open] = await worker.clients.matchAll({ type: 'window' })
    if (!open) return worker.clients.openWindow(address)
    await open.focus()
    await open.navigate(address)
  }
}
