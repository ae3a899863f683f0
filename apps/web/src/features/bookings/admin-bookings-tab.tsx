import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useAdminAuth } from '../../session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { adminBookingsQuery } from './admin-bookings.queries.ts'
import { type BookingsFilter, changeFilter, readFilter, STATUS_FILTERS } from './admin-bookings-filter.ts'
import { AdminBookingsSearch } from './admin-bookings-search.tsx'
import { AdminBookingsTable } from './admin-bookings-table.tsx'

const STATUS_OPTIONS = STATUS_FILTERS.map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) }))

export function AdminBookingsTab() {
  const { token } = useAdminAuth()
  const [params, setParams] = useSearchParams()
  const filter = readFilter(params)
  const { data, error, refetch } = useQuery({ ...adminBookingsQuery(token ?? '', filter), enabled: token !== null })
  const change = (to: Partial<BookingsFilter>, replace = false) =>
    setParams((before) => changeFilter(before, to), { replace })
  const isFiltered = filter.status !== 'all' || filter.q !== '' || filter.page > 0

  return (
    <>
      <div className="mb-4 flex flex-wrap justify-between gap-4">
        <SegmentedFilter
          label="Status"
          options={STATUS_OPTIONS}
          value={filter.status}
          onChange={(status) => change({ status })}
        />
        <AdminBookingsSearch value={filter.q} onChange={(q) => change({ q }, true)} />
      </div>
      {error && (
        <Banner className="mb-4">
          {error.message}{' '}
          <button type="button" className="lk" onClick={() => void refetch()}>
            Try again
          </button>
        </Banner>
      )}
      {(data || !error) && (
        <AdminBookingsTable
          bookings={data?.content}
          empty={
            <EmptyState
              title={isFiltered ? 'No bookings match' : 'No bookings yet'}
              text={isFiltered ? undefined : 'A trip shows here as soon as its deposit is paid.'}
            >
              {isFiltered && <Button onClick={() => change({ status: 'all', q: '' })}>Show all bookings</Button>}
            </EmptyState>
          }
        />
      )}
      {data && data.content.length > 0 && (
        <Pagination page={filter.page} totalPages={data.totalPages} onChange={(page) => change({ page })} />
      )}
    </>
  )
}
