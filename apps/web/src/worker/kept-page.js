// What the service workers of the portal and of trips' pages do: each caches the files of its own pages on this device, so
// that they open instantly and offline. API answers don't go through it. `build.ts` fills in what is in capitals.
{
  // Worker types missing from TypeScript's DOM library.
  /** @typedef {{ waitUntil(work: Promise<unknown>): void, respondWith(answer: Promise<Response>): void, request: Request }} WorkerEvent */
  /** @typedef {{ addEventListener(name: string, listen: (event: WorkerEvent) => void): void, skipWaiting(): Promise<void>, clients: { claim(): Promise<void> } }} Worker */
  const worker = /** @type {Worker} */ (/** @type {unknown} */ (self))
  /** A new file list means a new cache and a new worker. */
  const FILES = ['/files']
  const CACHE = 'unbuilt-version'
  const SHELL = '/shell'
  /** A page slower than this opens from the cache: reception at the ramp is poor. */
  const PATIENCE_MS = 1000

  worker.addEventListener('install', (event) => event.waitUntil(keep()))
  worker.addEventListener('activate', (event) => event.waitUntil(takeOver()))
  worker.addEventListener('fetch', (event) => {
    const { request } = event
    if (request.mode === 'navigate') {
      const answer = fetch(request)
      event.waitUntil(answer.then(renew).catch(() => {}))
      event.respondWith(openPage(answer))
    } else if (FILES.includes(new URL(request.url).pathname)) event.respondWith(openFile(request))
  })

  async function keep() {
    const cache = await caches.open(CACHE)
    await cache.addAll([new Request(SHELL, { cache: 'reload' }), ...FILES])
    await worker.skipWaiting()
  }

  /** Drops the previous release's files; a page of it that is still open fetches from the server. */
  async function takeOver() {
    const [own] = CACHE.split('-')
    const kept = await caches.keys()
    await Promise.all(
      kept.filter((name) => name.startsWith(`${own}-`) && name !== CACHE).map((name) => caches.delete(name)),
    )
    await worker.clients.claim()
  }

  /** The page holds facts that the owner changes, so the newest one is kept; one of another release needs other files. */
  async function renew(/** @type {Response} */ answer) {
    if (answer.status !== 200) return
    const [page, copy] = [answer.clone(), answer.clone()]
    const files = (await copy.text()).match(/\/assets\/[\w-]+\.js/g) ?? []
    if (files.length > 0 && files.every((file) => FILES.includes(file))) {
      const cache = await caches.open(CACHE)
      await cache.put(SHELL, page)
    }
  }

  /** Network first, so the cache never holds back a new release. */
  async function openPage(/** @type {Promise<Response>} */ asked) {
    const late = new Promise((done) => setTimeout(done, PATIENCE_MS))
    const answer = await Promise.race([asked.catch(() => undefined), late])
    if (answer && answer.status < 500) return answer
    return (await inCache(SHELL)) ?? asked
  }

  async function openFile(/** @type {Request} */ request) {
    return (await inCache(request)) ?? fetch(request)
  }

  /** A store that fails is no reason to show nothing. */
  const inCache = (/** @type {Request | string} */ file) =>
    caches.match(file, { cacheName: CACHE, ignoreVary: true }).catch(() => undefined)
}
