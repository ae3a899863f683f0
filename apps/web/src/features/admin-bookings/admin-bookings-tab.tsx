import { type AdminBooking, dueOf } from '@arcadia/contract/bookings'
import { useQuery } from '@tanstack/react-query'
import type { CsvColumn } from '../../list/csv.ts'
import { ListEmpty } from '../../list/list-empty.tsx'
import { ListPage } from '../../list/list-page.tsx'
import { statusOptions, toQuery } from '../../list/list-state.ts'
import { useCsvExport } from '../../list/use-csv-export.ts'
import { useListState } from '../../list/use-list-state.ts'
import { useAdminAuth } from '../../session/session.tsx'
import { AdminBookingPanel } from './admin-booking-panel.tsx'
import { adminBookingsQuery, BOOKINGS_LIST, fetchBookings } from './admin-bookings.queries.ts'
import { AdminBookingsTable } from './admin-bookings-table.tsx'
import { AdminNewBooking } from './admin-new-booking.tsx'
import { useStatusChange } from './use-status-change.tsx'

const STATUS_OPTIONS = statusOptions(BOOKINGS_LIST)

const CSV_COLUMNS: readonly CsvColumn<AdminBooking>[] = [
  { head: 'Confirmation number', value: (booking) => booking.confirmationNumber },
  { head: 'Date', value: (booking) => booking.selectedDate },
  { head: 'First name', value: (booking) => booking.firstName },
  { head: 'Last name', value: (booking) => booking.lastName },
  { head: 'Email', value: (booking) => booking.email },
  { head: 'Phone', value: (booking) => booking.phone },
  { head: 'Guests', value: (booking) => booking.numberOfGuests },
  { head: 'Package', value: (booking) => booking.packageType },
  { head: 'Total', value: (booking) => booking.totalAmount / 100 },
  { head: 'Deposit', value: (booking) => booking.depositAmount / 100 },
  { head: 'Paid', value: (booking) => booking.paidAmount / 100 },
  { head: 'Of it in cash or by check', value: (booking) => booking.cashAmount / 100 },
  { head: 'Refunded', value: (booking) => booking.refundedAmount / 100 },
  { head: 'Due', value: (booking) => dueOf(booking) / 100 },
  { head: 'Status', value: (booking) => booking.status },
  { head: 'Booked at', value: (booking) => booking.createdAt.toISOString() },
]

export function AdminBookingsTab() {
  const { token } = useAdminAuth()
  const { list, change, isFiltered, showAll, rowLink, closeRow } = useListState(BOOKINGS_LIST)
  const { data, error, refetch } = useQuery({ ...adminBookingsQuery(token ?? '', list), enabled: token !== null })
  const { setStatus, refusal, dialog } = useStatusChange(token ?? '')
  const csv = useCsvExport({
    name: 'bookings',
    columns: CSV_COLUMNS,
    fetchPage: (page, signal) => fetchBookings(token ?? '', { ...toQuery(list), page, size: 100 }, signal),
  })

  return (
    <>
      <ListPage
        statusOptions={STATUS_OPTIONS}
        list={list}
        search={{ label: 'Search bookings', placeholder: 'Name, phone, email, number' }}
        onChange={change}
        csv={csv}
        error={error}
        onRetry={() => void refetch()}
        refusal={refusal}
        page={data}
        action={<AdminNewBooking />}
      >
        <AdminBookingsTable
          bookings={data?.content}
          sorting={{ by: list.sort, onChange: (sort) => change({ sort: sort as typeof list.sort }) }}
          rowLink={rowLink}
          onStatus={setStatus}
          empty={
            <ListEmpty
              what="bookings"
              text="A trip shows here as soon as its deposit is paid, or you enter it."
              isFiltered={isFiltered}
              showAll={showAll}
            />
          }
        />
      </ListPage>
      {list.id !== undefined && (
        <AdminBookingPanel
          key={list.id}
          id={list.id}
          known={data?.content.find(({ id }) => id === list.id)}
          refusal={refusal}
          onStatus={setStatus}
          onClose={closeRow}
        />
      )}
      {dialog}
    </>
  )
}
