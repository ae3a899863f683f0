import { getConnectionStatus } from '@arcadia/contract/merchant'
import { queryOf } from '../../api/query-of.ts'

/** Whether cards can be taken. Read afresh each time it is asked for: a stale yes would cost the customer the hold. */
export const connectionStatusQuery = { ...queryOf(getConnectionStatus, { query: {} }), staleTime: 0 }
