interface TrustedTypes {
  createPolicy(name: string, rules: object): { createScriptURL(address: string): unknown }
}

const started = new Map<string, Promise<ServiceWorkerRegistration | undefined>>()

/**
 * Starts a service worker on first use (docs/rules.md §23.8). Undefined if the browser has none, as in private windows.
 */
export function startWorker(script: `/${string}.js`, scope: string): Promise<ServiceWorkerRegistration | undefined> {
  const worker = started.get(script) ?? start(script, scope).catch(() => undefined)
  started.set(script, worker)
  return worker
}

async function start(address: string, scope: string) {
  // Only builds have one.
  if (!import.meta.env.PROD) return undefined
  // The Content-Security-Policy requires script addresses to come from a policy; this one allows one address.
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('worker', { createScriptURL: () => address })
  const script = (policy?.createScriptURL('') ?? address) as string
  return navigator.serviceWorker?.register(script, { scope })
}
