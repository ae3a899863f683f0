export type QuickbooksEnvironment = 'simulator' | 'sandbox' | 'production'

export type QuickbooksAddresses = ReturnType<typeof quickbooksAddresses>

/** The provider's URLs, derived from configuration only, never from a request. */
export function quickbooksAddresses(environment: QuickbooksEnvironment, simulatorUrl: string) {
  const simulator = environment === 'simulator' ? simulatorUrl.replace(/\/$/, '') : undefined
  const host = simulator ?? (environment === 'sandbox' ? 'https://sandbox.api.intuit.com' : 'https://api.intuit.com')
  const payments = `${host}/quickbooks/v4/payments`
  return {
    authorize: `${simulator ?? 'https://appcenter.intuit.com'}/connect/oauth2`,
    token: `${simulator ?? 'https://oauth.platform.intuit.com'}/oauth2/v1/tokens/bearer`,
    revoke: `${simulator ?? 'https://developer.api.intuit.com'}/v2/oauth2/tokens/revoke`,
    /** Base of the payments calls. */
    payments,
    cardTokens: `${payments}/tokens`,
  }
}
