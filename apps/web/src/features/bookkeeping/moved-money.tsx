import type { getSeasonMoney } from '@arcadia/contract/admin/bookkeeping'
import type { Output } from '@arcadia/contract/endpoint'
import { formatMonth } from '@arcadia/contract/trip-date'
import type { CsvColumn } from '../../list/csv.ts'
import { ExportButton, useCsvExport } from '../../list/csv-export.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Box } from '../../ui/box.tsx'
import { METHODS } from './money-words.ts'
import { MonthTable, nameOfMonth, SumCells } from './month-table.tsx'

type Moved = Output<typeof getSeasonMoney>['moved'][number]

/** What came in and went back in a year, by month and method: the sums of its payments and refunds (docs/rules.md §9.6). */
export function MovedMoney({ moved, year }: { moved: readonly Moved[]; year: number }) {
  const months = [...new Set(moved.map(({ month }) => month))]
  const file = useCsvExport(async () => ({
    content: moved.map((row, id) => ({ id, ...row })),
    totalPages: 1,
    totalElements: moved.length,
    page: 0,
    size: moved.length,
  }))
  return (
    <Box
      title={`Money by month, ${year}`}
      aside={
        moved.length > 0 && (
          <ExportButton
            progress={file.progress}
            onStart={(reader) => void file.start({ name: `totals-${year}`, columns: CSV_COLUMNS }, reader)}
          />
        )
      }
    >
      {file.error && (
        <Banner className="mb-4" onDismiss={file.dismissError}>
          {file.error}
        </Banner>
      )}
      {moved.length === 0 ? (
        <p className="text-ink-2">No payments in {year} yet.</p>
      ) : (
        <MonthTable heads={['Month', 'Received', 'Refunded', 'Net']}>
          {months.map((month) => (
            <Sums key={month} name={nameOfMonth(month)} rows={moved.filter((row) => row.month === month)} />
          ))}
          <Sums name={`All of ${year}`} rows={moved} isTotal />
        </MonthTable>
      )}
    </Box>
  )
}

/** A sum with its methods below; what gift vouchers paid is not in the sum, because it came in when they were sold. */
function Sums({ name, rows, isTotal }: { name: string; rows: readonly Moved[]; isTotal?: boolean }) {
  const methods = Object.entries(METHODS).flatMap(([method, words]) => {
    const ofMethod = rows.filter((row) => row.method === method)
    const name = method === 'VOUCHER' ? 'Vouchers used, not in the sum' : words
    return ofMethod.length > 0 ? [{ name, ...sumOf(ofMethod) }] : []
  })
  const isOne = methods.length === 1 && rows[0]!.method !== 'VOUCHER'
  return (
    <tbody className={isTotal ? 'font-[660]' : undefined}>
      <tr>
        <th scope="rowgroup">
          {name}
          {isOne && <span className="block small font-[400] text-ink-2">{methods[0]!.name}</span>}
        </th>
        <SumCells {...sumOf(rows.filter(({ method }) => method !== 'VOUCHER'))} />
      </tr>
      {!isOne &&
        methods.map(({ name, ...sums }) => (
          <tr
            key={name}
            className="text-ink-2 text-small [&_:is(td,th)]:border-t-0 [&_:is(td,th)]:pt-0 [&_:is(td,th)]:font-[400]"
          >
            <th scope="row">{name}</th>
            <SumCells {...sums} />
          </tr>
        ))}
    </tbody>
  )
}

const sumOf = (rows: readonly Moved[]) => ({
  received: rows.reduce((sum, { received }) => sum + received, 0),
  givenBack: rows.reduce((sum, { givenBack }) => sum + givenBack, 0),
})

const CSV_COLUMNS: readonly CsvColumn<Moved>[] = [
  { head: 'Month', value: ({ month }) => formatMonth(`${month}-01`) },
  { head: 'Method', value: ({ method }) => METHODS[method] },
  { head: 'Received', cents: ({ received }) => received },
  { head: 'Refunded', cents: ({ givenBack }) => givenBack },
  { head: 'Net', cents: ({ received, givenBack }) => received - givenBack },
]
