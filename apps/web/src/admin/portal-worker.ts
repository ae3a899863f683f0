interface TrustedTypes {
  createPolicy(name: string, rules: object): { createScriptURL(address: string): unknown }
}

/** Asks the browser for the portal's service worker, which keeps the portal's files on this device (docs/rules.md §23.2). */
export function startPortalWorker(): void {
  // A build alone has one, and a page without https none.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // The Content-Security-Policy takes the address of a script from a policy only; this one knows one address.
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('portal-worker', { createScriptURL: () => '/admin-worker.js' })
  const script = (policy?.createScriptURL('') ?? '/admin-worker.js') as string
  navigator.serviceWorker.register(script, { scope: '/admin' }).catch(() => {
    // The portal works without; private windows have none.
  })
}
