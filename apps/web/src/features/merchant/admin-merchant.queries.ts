import {
  createConnectTicket,
  disconnectMerchant,
  getConnectionStatus,
  refreshConnection,
  startConnection,
  triggerAutoRefresh,
} from '@arcadia/contract/merchant'
import { useMutation } from '@tanstack/react-query'
import { call, urlOf } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { toast } from '../../ui/toast.tsx'

/** The connection status for admins, who see more than visitors. */
export const adminStatusQuery = { ...queryOf(getConnectionStatus, { query: {} }, { as: 'admin' }), staleTime: 0 }

/** The actions of Merchant Setup, one at a time. */
export function useMerchantActions() {
  const options = { onSuccess: ({ message }: { message: string }) => toast(message) }
  const connect = useMutation({
    mutationFn: async () => {
      const { ticket } = await call(createConnectTicket, {})
      window.location.assign(urlOf(startConnection, { query: { ticket } }))
    },
  })
  const refresh = useMutation({ mutationFn: () => call(refreshConnection, {}), ...options })
  const autoRefresh = useMutation({ mutationFn: () => call(triggerAutoRefresh, {}), ...options })
  const disconnect = useMutation({
    mutationFn: (realmId: string) => call(disconnectMerchant, { query: { realmId } }),
    ...options,
  })
  const all = [connect, refresh, autoRefresh, disconnect]
  const failed = all.find(({ error }) => error)?.error
  return {
    connect,
    refresh,
    autoRefresh,
    disconnect,
    isBusy: all.some(({ isPending }) => isPending),
    error: failed?.message,
    /** Call before the next action, to clear an old failure. */
    dismissError: () => {
      for (const { reset } of all) reset()
    },
  }
}
