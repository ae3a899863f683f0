import { portal } from '@arcadia/contract/addresses'
import { listMoneyEntries, MONEY_KINDS, MONEY_METHODS, type MoneyEntry } from '@arcadia/contract/admin/bookkeeping'
import { venueDate } from '@arcadia/contract/trip-date'
import { Link } from 'react-router'
import { queryOf } from '../../api/query-of.ts'
import { AdminList } from '../../list/admin-list.tsx'
import { Day, TwoLines } from '../../list/cells.tsx'
import type { CsvColumn } from '../../list/csv.ts'
import type { Column } from '../../list/data-table.tsx'
import { useListState } from '../../list/use-list-state.ts'
import { Who } from '../../session/who.tsx'
import { Money } from '../../ui/money.tsx'

/** Every payment and refund of a year, for the bookkeeper. */
export function MoneyEntries({ year }: { year: number }) {
  return (
    <AdminList
      list={useListState()}
      caption="Payments and refunds"
      query={(asked) => queryOf(listMoneyEntries, { query: { year, ...asked } })}
      columns={COLUMNS}
      csv={{ list: `payments-${year}`, columns: CSV_COLUMNS, what: 'payments' }}
      empty="Payments and refunds show up here."
    />
  )
}

const signed = ({ amount, direction }: MoneyEntry) => (direction === 'BACK' ? -amount : amount)

const COLUMNS: readonly Column<MoneyEntry>[] = [
  { head: 'Date', cell: ({ at }) => <Day at={at} /> },
  {
    head: 'What',
    cell: ({ kind, note, isTip }) => (
      <TwoLines width="min-[700.02px]:w-56" below={note}>
        {isTip && kind !== 'TIP' ? `Tip: ${MONEY_KINDS[kind]}` : MONEY_KINDS[kind]}
      </TwoLines>
    ),
  },
  {
    head: 'Guest',
    cell: ({ guest, booking }) => (
      <TwoLines
        width="min-[700.02px]:w-44"
        below={booking && <Link to={portal.bookings.href({ id: booking.id })}>{booking.confirmationNumber}</Link>}
      >
        {guest}
      </TwoLines>
    ),
    inBlock: 'line',
  },
  {
    head: 'Method',
    cell: ({ method, checkNumber, recordedBy }) => (
      <TwoLines below={recordedBy && <Who name={recordedBy} isFirst />}>
        {MONEY_METHODS[method].name}
        {checkNumber && ` ${checkNumber}`}
      </TwoLines>
    ),
  },
  { head: 'Amount', cell: (entry) => <Money cents={signed(entry)} />, isNumber: true, inBlock: 'corner' },
  {
    head: 'QuickBooks',
    cell: ({ providerId }) => <span className="small wrap-anywhere text-ink-2">{providerId ?? ''}</span>,
  },
]

/** The amounts are money that moved, so their sum is what came in; tips, and what a voucher paid, have columns of their own. */
const CSV_COLUMNS: readonly CsvColumn<MoneyEntry>[] = [
  { head: 'Date', value: ({ at }) => venueDate(at) },
  { head: 'What', value: ({ kind }) => MONEY_KINDS[kind] },
  { head: 'Guest', value: ({ guest }) => guest },
  { head: 'Booking', value: ({ booking }) => booking?.confirmationNumber ?? null },
  { head: 'Trip', value: ({ booking }) => booking?.selectedDate ?? null },
  { head: 'Method', value: ({ method }) => MONEY_METHODS[method].name },
  { head: 'Amount', cents: (entry) => (entry.method === 'VOUCHER' || entry.isTip ? null : signed(entry)) },
  { head: 'Tip', cents: (entry) => (entry.isTip ? signed(entry) : null) },
  { head: 'By gift voucher', cents: (entry) => (entry.method === 'VOUCHER' ? signed(entry) : null) },
  { head: 'Check number', value: ({ checkNumber }) => checkNumber },
  { head: 'Note', value: ({ note }) => note },
  { head: 'Recorded by', value: ({ recordedBy }) => recordedBy },
  { head: 'QuickBooks number', value: ({ providerId }) => providerId },
]
