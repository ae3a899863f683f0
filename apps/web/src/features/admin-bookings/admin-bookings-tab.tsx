import { listAdminBookings } from '@arcadia/contract/admin/bookings'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { queryOf } from '../../api/query-of.ts'
import { AdminList } from '../../list/admin-list.tsx'
import { useListState } from '../../list/use-list-state.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NewBookingDialog } from '../phone-bookings/new-booking-dialog.tsx'
import { AdminBookingPanel } from './admin-booking-panel.tsx'
import { STATUSES } from './admin-booking-status.tsx'
import { bookingColumns, CSV_COLUMNS } from './admin-bookings-columns.tsx'
import { useBookingsFilter } from './use-bookings-filter.tsx'
import { useOverdueSince } from './use-overdue-since.ts'
import { useStatusChange } from './use-status-change.tsx'

const WITH_OVERDUE = [...STATUSES, 'OVERDUE'] as const

export function AdminBookingsTab() {
  const overdueSince = useOverdueSince()
  const { list, narrowed, filters, order, isUsual } = useBookingsFilter(
    useListState({
      statuses: WITH_OVERDUE,
      sorts: ['name', 'date', 'guests', 'total', 'deposit', 'status'],
    }),
  )
  const { setStatus, refusal, dialog } = useStatusChange()
  return (
    <>
      <AdminList
        list={list}
        caption="Bookings"
        query={(asked) => queryOf(listAdminBookings, { query: { ...asked, ...narrowed } })}
        columns={bookingColumns(overdueSince, setStatus)}
        csv={{ list: 'bookings', columns: CSV_COLUMNS }}
        search={{ label: 'Search bookings', placeholder: 'Name, date or number' }}
        filters={filters}
        order={order}
        empty={isUsual ? <NothingUpcoming onShowAll={list.showAll} /> : FIRST_ONE}
        action={<AdminNewBooking />}
        refusal={refusal}
        details={(opened) => <AdminBookingPanel key={opened.id} {...opened} refusal={refusal} onStatus={setStatus} />}
      />
      {dialog}
    </>
  )
}

const FIRST_ONE = 'Trips show up here once the deposit is paid or you enter one.'

function NothingUpcoming({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState title="No upcoming trips" text={FIRST_ONE}>
      <Button onClick={onShowAll}>Show all bookings</Button>
    </EmptyState>
  )
}

/** Opens a new booking for someone on the phone (docs/rules.md §5.6). */
function AdminNewBooking() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="cta" icon={<Plus aria-hidden />} onClick={() => setOpen(true)}>
        New booking
      </Button>
      {isOpen && <NewBookingDialog onClose={() => setOpen(false)} />}
    </>
  )
}
