import { BookingStatus } from '@arcadia/contract/bookings'

export const STATUS_FILTERS = ['all', 'pending', 'confirmed', 'completed', 'cancelled'] as const
export type StatusFilter = (typeof STATUS_FILTERS)[number]

export interface BookingsFilter {
  status: StatusFilter
  /** Part of a name, an e-mail or a confirmation number. */
  q: string
  /** From 0, as on the wire; the address counts from 1. */
  page: number
}

/** What an address asks for; whatever it says wrongly is as if unsaid. */
export function readFilter(params: URLSearchParams): BookingsFilter {
  const status = STATUS_FILTERS.find((known) => known === params.get('status'))
  const page = /^[1-9]\d{0,5}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1
  return { status: status ?? 'all', q: params.get('q') ?? '', page: page - 1 }
}

/** The address after a change of the filter: it begins at the first page again unless the page is what changed. */
export function changeFilter(params: URLSearchParams, change: Partial<BookingsFilter>): URLSearchParams {
  const { status, q, page } = { ...readFilter(params), page: 0, ...change }
  const next = new URLSearchParams(params)
  const entries = { status: status === 'all' ? '' : status, q, page: page > 0 ? String(page + 1) : '' }
  for (const [name, value] of Object.entries(entries)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

/** The filter as the API takes it. */
export function toQuery({ status, q, page }: BookingsFilter) {
  return {
    page,
    q: q.trim() || undefined,
    status: status === 'all' ? undefined : BookingStatus.parse(status.toUpperCase()),
  }
}
