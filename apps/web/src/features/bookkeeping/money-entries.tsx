import { listMoneyEntries, type MoneyEntry } from '@arcadia/contract/admin/bookkeeping'
import { formatDate, venueDate } from '@arcadia/contract/trip-date'
import { Link } from 'react-router'
import { queryOf } from '../../api/query-of.ts'
import { AdminList } from '../../list/admin-list.tsx'
import type { CsvColumn } from '../../list/csv.ts'
import type { Column } from '../../list/data-table.tsx'
import { useListState } from '../../list/use-list-state.ts'
import { Money } from '../../ui/money.tsx'

/** Every payment and refund of a year, for the bookkeeper. */
export function MoneyEntries({ year }: { year: number }) {
  return (
    <AdminList
      list={useListState()}
      caption="Payments and refunds"
      query={(asked) => queryOf(listMoneyEntries, { query: { year, ...asked } })}
      columns={COLUMNS}
      csv={{ name: `payments-${year}`, columns: CSV_COLUMNS }}
      empty="Payments and refunds show up here."
    />
  )
}

const METHODS = { CARD: 'Card', CASH: 'Cash', CHECK: 'Check' }
const signed = ({ amount, direction }: MoneyEntry) => (direction === 'BACK' ? -amount : amount)
const dayOf = ({ at }: MoneyEntry) => venueDate(at)

const COLUMNS: readonly Column<MoneyEntry>[] = [
  { head: 'Date', cell: (entry) => formatDate(dayOf(entry)) },
  {
    head: 'Booking',
    cell: ({ booking }) =>
      booking ? (
        <Link to={{ search: `?tab=bookings&id=${booking.id}` }}>{booking.confirmationNumber}</Link>
      ) : (
        'No booking'
      ),
  },
  { head: 'Method', cell: ({ method, direction }) => `${METHODS[method]}${direction === 'BACK' ? ', back' : ''}` },
  { head: 'Amount', cell: (entry) => <Money cents={signed(entry)} />, isNumber: true, inBlock: 'corner' },
  {
    head: 'QuickBooks',
    cell: ({ providerId }) => <span className="small wrap-anywhere text-ink-2">{providerId ?? ''}</span>,
  },
]

const CSV_COLUMNS: readonly CsvColumn<MoneyEntry>[] = [
  { head: 'Date', value: dayOf },
  { head: 'Booking', value: ({ booking }) => booking?.confirmationNumber ?? null },
  { head: 'Trip', value: ({ booking }) => booking?.selectedDate ?? null },
  { head: 'Method', value: ({ method }) => METHODS[method] },
  { head: 'Amount', value: (entry) => signed(entry) / 100 },
  { head: 'QuickBooks number', value: ({ providerId }) => providerId },
]
