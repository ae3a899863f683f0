import {
  completeConnection,
  createConnectTicket,
  disconnectMerchant,
  getConnectionStatus,
  getRefreshStatus,
  refreshConnection,
  startConnection,
  triggerAutoRefresh,
} from '@arcadia/contract/merchant'
import { AppError } from '../../http/app-error.ts'
import type { Bind } from '../../http/bind-endpoint.ts'
import type { Connecting } from './connecting.service.ts'
import type { AccessOutcome, Merchant } from './merchant.service.ts'

export function merchantRoutes(
  bind: Bind,
  { merchant, connecting, redirectUri }: { merchant: Merchant; connecting: Connecting; redirectUri: string },
): void {
  bind(getConnectionStatus, async ({ user }) => {
    const { isConnected, realmId, needsRefresh, message, ...rest } = await merchant.status()
    const forEveryone = { isConnected, realmId, needsRefresh, message }
    return user?.role === 'ADMIN' ? { ...forEveryone, ...rest, redirectUri } : forEveryone
  })
  bind(getRefreshStatus, () => merchant.refreshStatus())
  bind(createConnectTicket, ({ user }) => connecting.createTicket(user.id))
  bind(startConnection, async ({ query, reply }) => {
    reply.header('location', await connecting.consentUrl(query.ticket))
    return undefined
  })
  bind(completeConnection, async ({ user, query }) => {
    await connecting.complete(user.id, query)
    return { success: true, message: 'QuickBooks connected successfully' }
  })
  bind(refreshConnection, async () => answerRefresh(await merchant.refresh(), 'The access token was refreshed.'))
  bind(triggerAutoRefresh, async () => {
    const before = (await merchant.refreshStatus()).lastRefreshed
    const outcome = await merchant.refreshIfDue()
    const after = (await merchant.refreshStatus()).lastRefreshed
    const isNew = before?.getTime() !== after?.getTime()
    return answerRefresh(
      outcome,
      isNew ? 'The access token was refreshed.' : 'Checked: the access token is still good.',
    )
  })
  bind(disconnectMerchant, async ({ user, query }) => {
    const status = await connecting.disconnect(user.id, query.realmId)
    return { success: true, message: 'QuickBooks is disconnected.', status }
  })

  async function answerRefresh(outcome: AccessOutcome, message: string) {
    if (outcome.kind === 'not-connected') throw new AppError('merchant-not-connected')
    if (outcome.kind === 'unavailable') throw new AppError('refresh-failed')
    return { success: true, message, status: await merchant.status() }
  }
}
