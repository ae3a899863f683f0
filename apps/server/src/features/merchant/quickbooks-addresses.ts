export type QuickbooksEnvironment = 'simulator' | 'sandbox' | 'production'

/** Where the provider is reached; one base address decides it, never a request. */
export interface QuickbooksAddresses {
  authorize: string
  token: string
  revoke: string
  /** Base of the payments calls. */
  payments: string
  cardTokens: string
}

const AUTHORIZE = 'https://appcenter.intuit.com/connect/oauth2'
const TOKEN = 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer'
const REVOKE = 'https://developer.api.intuit.com/v2/oauth2/tokens/revoke'

export function quickbooksAddresses(environment: QuickbooksEnvironment, simulatorUrl: string): QuickbooksAddresses {
  if (environment === 'simulator') {
    const base = simulatorUrl.replace(/\/$/, '')
    return withPayments(
      base,
      `${base}/connect/oauth2`,
      `${base}/oauth2/v1/tokens/bearer`,
      `${base}/v2/oauth2/tokens/revoke`,
    )
  }
  const host = environment === 'sandbox' ? 'https://sandbox.api.intuit.com' : 'https://api.intuit.com'
  return withPayments(host, AUTHORIZE, TOKEN, REVOKE)
}

function withPayments(host: string, authorize: string, token: string, revoke: string): QuickbooksAddresses {
  const payments = `${host}/quickbooks/v4/payments`
  return { authorize, token, revoke, payments, cardTokens: `${payments}/tokens` }
}
