export type QuickbooksEnvironment = 'simulator' | 'sandbox' | 'production'

export type QuickbooksAddresses = ReturnType<typeof quickbooksAddresses>

/** Where the simulator is. */
export interface SimulatorPlace {
  /** For the server. */
  simulatorUrl: string
  /** For browsers, if they reach it elsewhere. */
  publicSimulatorUrl?: string
}

/** The provider's URLs, derived from configuration only, never from a request. */
export function quickbooksAddresses(environment: QuickbooksEnvironment, place: SimulatorPlace) {
  const isSimulator = environment === 'simulator'
  const simulator = isSimulator ? withoutSlash(place.simulatorUrl) : undefined
  const inBrowser = isSimulator ? withoutSlash(place.publicSimulatorUrl ?? place.simulatorUrl) : undefined
  const host = simulator ?? (environment === 'sandbox' ? 'https://sandbox.api.intuit.com' : 'https://api.intuit.com')
  const path = '/quickbooks/v4/payments'
  return {
    authorize: `${inBrowser ?? 'https://appcenter.intuit.com'}/connect/oauth2`,
    token: `${simulator ?? 'https://oauth.platform.intuit.com'}/oauth2/v1/tokens/bearer`,
    revoke: `${simulator ?? 'https://developer.api.intuit.com'}/v2/oauth2/tokens/revoke`,
    /** Base of the payments calls. */
    payments: `${host}${path}`,
    cardTokens: `${inBrowser ?? host}${path}/tokens`,
  }
}

const withoutSlash = (url: string) => url.replace(/\/$/, '')
