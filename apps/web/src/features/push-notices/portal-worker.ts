import { portal } from '@arcadia/contract/addresses'

interface TrustedTypes {
  createPolicy(name: string, rules: object): { createScriptURL(address: string): unknown }
}

let started: Promise<ServiceWorkerRegistration | undefined> | undefined

/**
 * The portal's service worker, which caches the portal's files on this device and shows notices (docs/rules.md §23.2);
 * started on first use. Undefined if the browser has none, as in private windows.
 */
export function portalWorker() {
  started ??= start().catch(() => undefined)
  return started
}

async function start() {
  // Only builds have one.
  if (!import.meta.env.PROD) return undefined
  // The Content-Security-Policy requires script addresses to come from a policy; this one allows one address.
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('portal-worker', { createScriptURL: () => '/admin-worker.js' })
  const script = (policy?.createScriptURL('') ?? '/admin-worker.js') as string
  return navigator.serviceWorker?.register(script, { scope: portal.path })
}
