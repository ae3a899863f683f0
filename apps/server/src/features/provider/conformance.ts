import { pino } from 'pino'
import { consent } from '../merchant/first-connection.ts'
import { type QuickbooksEnvironment, quickbooksAddresses } from '../merchant/quickbooks-addresses.ts'
import { createQuickbooksOauth, type GrantedTokens } from '../merchant/quickbooks-oauth.ts'
import type { PaymentsProvider } from './provider.ts'
import { FACTS, type Provider } from './provider-facts.ts'
import { createQuickbooksProvider } from './quickbooks-provider.ts'

export interface App {
  /** Where no real card is charged. */
  environment: Exclude<QuickbooksEnvironment, 'production'>
  simulatorUrl: string
  clientId: string
  clientSecret: string
  redirectUri: string
  /** Of a company at the sandbox; the simulator is asked for one. */
  refreshToken: string | undefined
}

export interface Met {
  fact: string
  /** What came instead; nothing if the fact was seen. */
  instead: string | undefined
}

const CALL_MS = 60_000
const log = pino({ level: 'silent' })

/** Connects with the app's keys and looks for each fact. @throws Error, in words, if it doesn't get in */
export async function meet(app: App): Promise<Met[]> {
  const at = await enter(app)
  const met: Met[] = []
  for (const { fact, see } of FACTS)
    met.push({
      fact,
      instead: await see(at.provider).then(
        () => undefined,
        (error: Error) => at.hide(error.message.replaceAll(/\s+/g, ' ')),
      ),
    })
  return met
}

async function enter(app: App): Promise<{ provider: Provider; hide(text: string): string }> {
  const addresses = quickbooksAddresses(app.environment, app)
  const urls = { tokenUrl: addresses.token, revokeUrl: addresses.revoke, clientId: app.clientId }
  const oauth = createQuickbooksOauth({ ...urls, clientSecret: app.clientSecret })
  const secrets = new Set([app.clientSecret])
  const hide = (text: string) => [...secrets].reduce((shown, secret) => shown.replaceAll(secret, '…'), text)

  let tokens: GrantedTokens
  const keep = (outcome: Awaited<ReturnType<typeof oauth.refresh>>) => {
    if (outcome.kind === 'granted') {
      tokens = outcome.tokens
      secrets.add(tokens.accessToken).add(tokens.refreshToken)
    }
    return outcome
  }
  const first = keep(await (app.refreshToken ? oauth.refresh(app.refreshToken) : enterSimulator(app, oauth)))
  if (first.kind !== 'granted')
    throw new Error(`QuickBooks doesn't let us in with these keys and this token: ${hide(first.problem)}.`)

  const realmId = app.environment
  const granted = () => ({ kind: 'granted' as const, token: tokens.accessToken, realmId })
  const providerAs = (merchant: Parameters<typeof createQuickbooksProvider>[0]['merchant']): PaymentsProvider =>
    createQuickbooksProvider({ addresses, merchant, log, callMs: CALL_MS })
  return {
    hide,
    provider: {
      provider: providerAs({ access: async () => granted(), accessAfterRefusal: async () => granted() }),
      realmId,
      oauth,
      strangersOauth: createQuickbooksOauth({ ...urls, clientSecret: 'not-the-secret' }),
      renew: async () => keep(await oauth.refresh(tokens.refreshToken)),
      async chargeAsStranger(order) {
        let isAsked = false
        const stranger = providerAs({
          access: async () => ({ kind: 'granted', token: 'never-issued', realmId }),
          async accessAfterRefusal() {
            isAsked = true
            return { kind: 'not-connected' }
          },
        })
        return (await stranger.charge(order)).kind === 'not-charged' && isAsked
      },
    },
  }
}

async function enterSimulator(app: App, oauth: ReturnType<typeof createQuickbooksOauth>) {
  const { code } = await consent(app)
  return oauth.exchangeCode(code, app.redirectUri)
}
