import { checkLedger, compareBooks } from '@arcadia/contract/ledger'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../api.ts'

/** Looked at again while a comparison is under way; what that finds is new in the list of failures. */
export function useLedger(token: string) {
  const client = useQueryClient()
  const ledger = useQuery({
    queryKey: ['admin-refunds', token, 'ledger'],
    queryFn: ({ signal }) => call(checkLedger, {}, { token, signal }),
    refetchInterval: ({ state }) => (state.data?.comparison?.isUnderWay ? 1000 : false),
    enabled: token !== '',
  })
  const isUnderWay = ledger.data?.comparison?.isUnderWay ?? false
  const wasUnderWay = useRef(false)
  useEffect(() => {
    if (wasUnderWay.current && !isUnderWay)
      void client.invalidateQueries({ queryKey: ['admin-refunds', token, 'failures'] })
    wasUnderWay.current = isUnderWay
  }, [client, token, isUnderWay])
  return ledger
}

/** Makes the daily comparison due now. */
export function useCompareBooks(token: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(compareBooks, {}, { token }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['admin-refunds', token, 'ledger'] }),
  })
}
