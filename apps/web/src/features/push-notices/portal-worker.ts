interface TrustedTypes {
  createPolicy(name: string, rules: object): { createScriptURL(address: string): unknown }
}

let started: Promise<ServiceWorkerRegistration | undefined> | undefined

/**
 * The portal's service worker, which keeps the portal's files on this device and shows notices (docs/rules.md §23.2); started
 * by the first who asks. Nothing where the browser has none, as in private windows.
 */
export function portalWorker() {
  started ??= start().catch(() => undefined)
  return started
}

async function start() {
  // A build alone has one.
  if (!import.meta.env.PROD) return undefined
  // The Content-Security-Policy takes the address of a script from a policy only; this one knows one address.
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('portal-worker', { createScriptURL: () => '/admin-worker.js' })
  const script = (policy?.createScriptURL('') ?? '/admin-worker.js') as string
  return navigator.serviceWorker?.register(script, { scope: '/admin' })
}
