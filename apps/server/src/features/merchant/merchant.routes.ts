import { getConnectionStatus } from '@arcadia/contract/merchant'
import type { Bind } from '../../http/bind-endpoint.ts'
import type { Merchant } from './merchant.service.ts'

export function merchantRoutes(bind: Bind, merchant: Merchant): void {
  bind(getConnectionStatus, async ({ user }) => {
    const { lastConnected, tokenExpiresAt, ...forEveryone } = await merchant.status()
    return user?.role === 'ADMIN' ? { ...forEveryone, lastConnected, tokenExpiresAt } : forEveryone
  })
}
