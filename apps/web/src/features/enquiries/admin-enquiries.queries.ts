import {
  type AdminEnquiry,
  EnquiryStatus,
  getEnquiry,
  listEnquiries,
  listEnquiriesByStatus,
  searchEnquiries,
  setEnquiryStatus,
} from '@arcadia/contract/enquiries'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { type ListState, toQuery } from '../../list/list-state.ts'
import { useOptimisticChange } from '../../list/use-optimistic-change.ts'

export const ENQUIRIES_LIST = {
  statuses: EnquiryStatus.options,
  sorts: ['name', 'email', 'status', 'created'],
} as const

type EnquiriesListState = ListState<EnquiryStatus, (typeof ENQUIRIES_LIST.sorts)[number]>

export function enquiriesQuery(list: EnquiriesListState, window: { page: number; size: number }) {
  const { q, status, sort } = toQuery(list)
  if (q) return queryOf(searchEnquiries, { query: { q, status, sort, ...window } })
  if (status) return queryOf(listEnquiriesByStatus, { params: { status }, query: { sort, ...window } })
  return queryOf(listEnquiries, { query: { sort, ...window } })
}

export const useEnquiryStatus = (onDone: () => void) =>
  useOptimisticChange<AdminEnquiry, { status: EnquiryStatus; adminNotes: string }>({
    lists: [searchEnquiries, listEnquiriesByStatus, listEnquiries, getEnquiry],
    send: ({ id }, change) => call(setEnquiryStatus, { params: { id }, body: change }),
    foresee: (enquiry, change) => ({ ...enquiry, ...change }),
    onDone,
  })
