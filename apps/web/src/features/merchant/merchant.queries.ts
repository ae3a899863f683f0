import { getConnectionStatus } from '@arcadia/contract/merchant'
import { queryOf } from '../../api/query-of.ts'

/** Whether cards can be charged. Never cached: a stale yes would cost the customer the hold. */
export const connectionStatusQuery = { ...queryOf(getConnectionStatus, { query: {} }), staleTime: 0 }
