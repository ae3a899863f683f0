import { checkLedger, compareBooks } from '@arcadia/contract/ledger'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Looked at again while a comparison is under way. */
export function useLedger(token: string) {
  return useQuery({
    queryKey: ['admin-refunds', token, 'ledger'],
    queryFn: ({ signal }) => call(checkLedger, {}, { token, signal }),
    refetchInterval: ({ state }) => (state.data?.comparison?.isUnderWay ? 1000 : false),
    enabled: token !== '',
  })
}

/** Makes the daily comparison due now. */
export function useCompareBooks(token: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(compareBooks, {}, { token }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['admin-refunds', token, 'ledger'] }),
  })
}
