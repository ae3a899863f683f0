import { MONEY_METHODS } from '@arcadia/contract/admin/bookkeeping'
import { ExportButton, useCsvExport } from '../../list/csv-export.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Box } from '../../ui/box.tsx'
import { Money } from '../../ui/money.tsx'
import { type Moved, sumOf, sumsByMethod, TOTALS_COLUMNS, totalsRows } from './money-by-month.rules.ts'
import { MonthTable, nameOfMonth } from './month-table.tsx'

/** What came in and went back in a year, by month and method: the sums of its payments and refunds (docs/rules.md §9.6). */
export function MovedMoney({ moved, year }: { moved: readonly Moved[]; year: number }) {
  const months = [...new Set(moved.map(({ month }) => month))]
  const rows = totalsRows(moved, year)
  const file = useCsvExport(async () => ({
    content: rows,
    totalPages: 1,
    totalElements: rows.length,
    page: 0,
    size: rows.length,
  }))
  return (
    <Box
      title={`Money by month, ${year}`}
      aside={
        moved.length > 0 && (
          <ExportButton
            what="months"
            progress={file.progress}
            onStart={(reader) => void file.start({ list: `totals-${year}`, columns: TOTALS_COLUMNS }, reader)}
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
            <SumsOf key={month} name={nameOfMonth(month)} rows={moved.filter((row) => row.month === month)} />
          ))}
          <SumsOf name={`All of ${year}`} rows={moved} isTotal />
        </MonthTable>
      )}
    </Box>
  )
}

/** A sum with its methods below. */
function SumsOf({ name, rows, isTotal }: { name: string; rows: readonly Moved[]; isTotal?: boolean }) {
  const methods = sumsByMethod(rows)
  const isOne = methods.length === 1 && methods[0]!.method !== 'VOUCHER'
  return (
    <tbody className={isTotal ? 'font-[660]' : undefined}>
      <tr>
        <th scope="rowgroup">
          {name}
          {isOne && <span className="block small font-[400] text-ink-2">{MONEY_METHODS[methods[0]!.method].name}</span>}
        </th>
        <SumCells {...sumOf(rows)} />
      </tr>
      {!isOne &&
        methods.map(({ method, ...sums }) => (
          <tr
            key={method}
            className="text-ink-2 text-small [&_:is(td,th)]:border-t-0 [&_:is(td,th)]:pt-0 [&_:is(td,th)]:font-[400]"
          >
            {method === 'VOUCHER' ? (
              <>
                <th scope="row" colSpan={3}>
                  By gift voucher, not in the sum
                </th>
                <td>
                  <Money cents={sums.byVoucher} />
                </td>
              </>
            ) : (
              <>
                <th scope="row">{MONEY_METHODS[method].name}</th>
                <SumCells {...sums} />
              </>
            )}
          </tr>
        ))}
    </tbody>
  )
}

function SumCells({ received, givenBack }: { received: number; givenBack: number }) {
  return (
    <>
      <td>
        <Money cents={received} />
      </td>
      <td>
        <Money cents={givenBack} />
      </td>
      <td>
        <Money cents={received - givenBack} />
      </td>
    </>
  )
}
