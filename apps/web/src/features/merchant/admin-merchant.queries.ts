import {
  createConnectTicket,
  disconnectMerchant,
  getConnectionStatus,
  getRefreshStatus,
  refreshConnection,
  startConnection,
  triggerAutoRefresh,
} from '@arcadia/contract/merchant'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, urlOf } from '../../api/call.ts'
import { FOLLOWED } from '../../news/private-news.ts'
import { toast } from '../../ui/toast.tsx'
import { reloadChanges } from '../audit-log/change-history.tsx'

/** All an admin sees of it; looked at again while the tab is open. */
export function merchantQuery(token: string) {
  return queryOptions({
    queryKey: ['merchant', token],
    queryFn: async ({ signal }) => {
      const [status, refresh] = await Promise.all([
        call(getConnectionStatus, { query: {} }, { token, signal }),
        call(getRefreshStatus, {}, { token, signal }),
      ])
      return { status, refresh }
    },
    staleTime: 0,
    ...FOLLOWED,
  })
}

/** What the buttons of Merchant Setup do; one at a time. */
export function useMerchantActions(token: string) {
  const client = useQueryClient()
  const options = {
    onSuccess: ({ message }: { message: string }) => toast(message),
    onSettled: () => Promise.all([client.invalidateQueries({ queryKey: ['merchant', token] }), reloadChanges(client)]),
  }
  const connect = useMutation({
    mutationFn: async () => {
      const { ticket } = await call(createConnectTicket, {}, { token })
      window.location.assign(urlOf(startConnection, { query: { ticket } }))
    },
  })
  const refresh = useMutation({ mutationFn: () => call(refreshConnection, {}, { token }), ...options })
  const autoRefresh = useMutation({ mutationFn: () => call(triggerAutoRefresh, {}, { token }), ...options })
  const disconnect = useMutation({
    mutationFn: (realmId: string) => call(disconnectMerchant, { query: { realmId } }, { token }),
    ...options,
  })
  const all = [connect, refresh, autoRefresh, disconnect]
  return {
    connect,
    refresh,
    autoRefresh,
    disconnect,
    isBusy: all.some(({ isPending }) => isPending),
    error: all.find(({ error }) => error)?.error?.message,
    /** Before the next one: an old failure says nothing about it. */
    dismissError: () => {
      for (const { reset } of all) reset()
    },
  }
}
