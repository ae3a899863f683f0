import {
  type AdminEnquiry,
  type EnquiryStatus,
  getEnquiry,
  getEnquiryStats,
  listEnquiries,
  listEnquiriesByStatus,
  searchEnquiries,
  setEnquiryStatus,
} from '@arcadia/contract/enquiries'
import { DEFAULT_PAGE_SIZE, type Page } from '@arcadia/contract/fields'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { type ListState, toQuery } from '../../list/list-state.ts'
import { statsQuery } from '../../list/stats-query.ts'
import { useOptimisticChange } from '../../list/use-optimistic-change.ts'

export const ENQUIRIES_LIST = {
  statuses: ['NEW', 'IN_PROGRESS', 'RESPONDED', 'CLOSED', 'SPAM'],
  sorts: ['name', 'email', 'status', 'created'],
} as const

export type EnquiriesListState = ListState<EnquiryStatus, (typeof ENQUIRIES_LIST.sorts)[number]>

export function enquiriesQuery(token: string, list: EnquiriesListState) {
  return queryOptions({
    queryKey: ['admin-enquiries', token, toQuery(list)],
    queryFn: ({ signal }) => fetchEnquiries(token, list, { page: list.page, size: DEFAULT_PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
  })
}

export function fetchEnquiries(
  token: string,
  list: EnquiriesListState,
  window: { page: number; size: number },
  signal: AbortSignal,
): Promise<Page<AdminEnquiry>> {
  const { q, status, sort } = toQuery(list)
  const options = { token, signal }
  if (q) return call(searchEnquiries, { query: { q, status, sort, ...window } }, options)
  if (status) return call(listEnquiriesByStatus, { params: { status }, query: { sort, ...window } }, options)
  return call(listEnquiries, { query: { sort, ...window } }, options)
}

export const enquiryQuery = (token: string, id: number) =>
  queryOptions({
    queryKey: ['admin-enquiry', token, id],
    queryFn: ({ signal }) => call(getEnquiry, { params: { id } }, { token, signal }),
  })

export const enquiryStatsQuery = (token: string) =>
  statsQuery(['admin-enquiry-stats', token], (signal) => call(getEnquiryStats, {}, { token, signal }))

export function useEnquiryStatus(token: string, onDone: () => void) {
  const client = useQueryClient()
  return useOptimisticChange<AdminEnquiry, { status: EnquiryStatus; adminNotes: string }>({
    lists: ['admin-enquiries', token],
    send: ({ id }, change) => call(setEnquiryStatus, { params: { id }, body: change }, { token }),
    foresee: (enquiry, change) => ({ ...enquiry, ...change }),
    onDone(enquiry) {
      client.setQueryData(enquiryQuery(token, enquiry.id).queryKey, enquiry)
      void client.invalidateQueries({ queryKey: enquiryStatsQuery(token).queryKey })
      onDone()
    },
  })
}
