import { portal } from '@arcadia/contract/addresses'
import * as calls from '@arcadia/contract/merchant'
import type { Base } from '../../base.ts'
import type { Feature } from '../../feature.ts'
import { AppError } from '../../http/app-error.ts'
import { serve } from '../../http/bind-endpoint.ts'
import type { AccessOutcome } from './access.service.ts'
import { createConnecting } from './connecting.service.ts'
import { merchantEmails } from './merchant.emails.ts'
import { CHECK_EVERY_MS } from './merchant.rules.ts'
import { createMerchant } from './merchant.service.ts'
import { forgetConnections } from './merchant.store.ts'
import { quickbooksAddresses, type SimulatorPlace } from './quickbooks-addresses.ts'
import { createQuickbooksOauth } from './quickbooks-oauth.ts'

interface Deps extends Pick<Base, 'db' | 'clock' | 'clockWatch' | 'encryption' | 'environment' | 'ownerEmail' | 'log'> {
  quickbooks: SimulatorPlace & { clientId: string; clientSecret: string; redirectUri: string }
}

export function merchantFeature(deps: Deps) {
  const { clientId, clientSecret, redirectUri } = deps.quickbooks
  const {
    authorize: authorizeUrl,
    token: tokenUrl,
    revoke: revokeUrl,
  } = quickbooksAddresses(deps.environment, deps.quickbooks)
  const oauth = createQuickbooksOauth({ tokenUrl, revokeUrl, clientId, clientSecret })
  const merchant = createMerchant({ ...deps, oauth })
  const connecting = createConnecting({ ...deps, oauth, merchant, app: { authorizeUrl, clientId, redirectUri } })

  async function answerRefresh(outcome: AccessOutcome, message: string) {
    if (outcome.kind === 'not-connected') throw new AppError('merchant-not-connected')
    if (outcome.kind === 'unavailable') throw new AppError('refresh-failed')
    return { success: true, message, status: await merchant.status() }
  }

  async function keepFresh(): Promise<void> {
    await merchant.refreshIfDue()
    await merchant.forgetDisconnected()
  }
  return {
    name: 'merchant',
    api: merchant,
    endpoints: [
      serve(calls.getConnectionStatus, async ({ user }) => {
        const { isConnected, realmId, needsRefresh, message, ...rest } = await merchant.status()
        const forEveryone = { isConnected, realmId, needsRefresh, message }
        return user?.position === 'OWNER' ? { ...forEveryone, ...rest, redirectUri } : forEveryone
      }),
      serve(calls.getRefreshStatus, () => merchant.refreshStatus()),
      serve(calls.createConnectTicket, ({ user }) => connecting.createTicket(user.id)),
      serve(calls.startConnection, async ({ query, reply }) => {
        reply.header('location', await connecting.consentUrl(query.ticket))
      }),
      serve(calls.completeConnection, async ({ user, query }) => {
        await connecting.complete(user.id, query)
        return { success: true, message: 'QuickBooks connected successfully' }
      }),
      serve(calls.refreshConnection, async () =>
        answerRefresh(await merchant.refresh(), 'The access token was refreshed.'),
      ),
      serve(calls.triggerAutoRefresh, async () => {
        const before = (await merchant.refreshStatus()).lastRefreshed
        const outcome = await merchant.refreshIfDue()
        const after = (await merchant.refreshStatus()).lastRefreshed
        const isNew = before?.getTime() !== after?.getTime()
        return answerRefresh(
          outcome,
          isNew ? 'The access token was refreshed.' : 'Checked: the access token is still good.',
        )
      }),
      serve(calls.disconnectMerchant, async ({ user, query }) => {
        const status = await connecting.disconnect(user.id, query.realmId)
        return { success: true, message: 'QuickBooks is disconnected.', status }
      }),
    ],
    emails: merchantEmails,
    checks: [
      {
        name: 'quickbooks',
        look: async () => ({
          about: 'QuickBooks: a merchant account is connected',
          problems: (await merchant.findRealm())
            ? []
            : ['no merchant account is connected, so cards are not accepted: Merchant Setup in the portal'],
        }),
        alarm: {
          sentence: 'No one can book: QuickBooks is disconnected.',
          remedy: { for: 'owner', label: 'Connect', to: portal.merchantSetup.href() },
          hasOwnNotice: true,
        },
      },
    ],
    measures: [
      {
        name: 'provider_connected',
        help: '1 while a merchant account is connected, so that guests can pay.',
        read: async () => Number((await merchant.findRealm()) !== undefined),
      },
    ],
    sweeps: [{ name: 'merchant token', everyMs: CHECK_EVERY_MS, run: keepFresh }],
    forgetSealed: forgetConnections,
  } satisfies Feature
}
