import { getConnectionStatus } from '@arcadia/contract/merchant'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Whether cards can be taken. Read afresh each time it is asked for: a stale yes would cost the customer the hold. */
export const connectionStatusQuery = queryOptions({
  queryKey: ['connection-status'],
  queryFn: ({ signal }) => call(getConnectionStatus, { query: {} }, { signal }),
  staleTime: 0,
})
