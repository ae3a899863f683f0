import {
  type AdminBookingQuery,
  BookingQueryStatus,
  getBookingQuery,
  listBookingQueries,
  listBookingQueriesByStatus,
  searchBookingQueries,
  setBookingQueryStatus,
} from '@arcadia/contract/booking-queries'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { type ListState, toQuery } from '../../list/list-state.ts'
import { useOptimisticChange } from '../../list/use-optimistic-change.ts'
import { toast } from '../../ui/toast.tsx'

export const QUERIES_LIST = {
  statuses: BookingQueryStatus.options,
  sorts: ['name', 'date', 'status', 'created'],
} as const

type QueriesListState = ListState<BookingQueryStatus, (typeof QUERIES_LIST.sorts)[number]>

export function adminQueriesQuery(list: QueriesListState, window: { page: number; size: number }) {
  const { q, status, sort } = toQuery(list)
  if (q) return queryOf(searchBookingQueries, { query: { q, status, sort, ...window } })
  if (status) return queryOf(listBookingQueriesByStatus, { params: { status }, query: { sort, ...window } })
  return queryOf(listBookingQueries, { query: { sort, ...window } })
}

interface QueryChange {
  status: BookingQueryStatus
  adminResponse?: string
  adminNotes: string
}

export const useQueryStatus = (onDone: (change: QueryChange) => void) =>
  useOptimisticChange<AdminBookingQuery, QueryChange>({
    lists: [searchBookingQueries, listBookingQueriesByStatus, listBookingQueries, getBookingQuery],
    send: ({ id }, change) => call(setBookingQueryStatus, { params: { id }, body: change }),
    foresee: (query, change) => ({ ...query, ...change }),
    onDone(_query, { change }) {
      toast('Booking query status updated successfully')
      onDone(change)
    },
  })
