import { MONEY_METHODS } from '@arcadia/contract/admin/bookkeeping'
import type { Cents } from '@arcadia/contract/money'
import { Money } from '../../ui/money.tsx'
import { ExportedBox } from './exported-box.tsx'
import {
  type Moved,
  sumOf,
  sumsByMethod,
  type Tips,
  TOTALS_COLUMNS,
  tipsOf,
  totalsRows,
} from './money-by-month.rules.ts'
import { MonthTable, nameOfMonth } from './month-table.tsx'

/** What came in and went back in a year, by month and method: the sums of its payments and refunds (docs/rules.md §9.6). */
export function MovedMoney({ moved, tips, year }: { moved: readonly Moved[]; tips: Tips; year: number }) {
  const hasTips = tips.length > 0
  const months = [...new Set([...moved, ...tips].map(({ month }) => month))].sort()
  return (
    <ExportedBox
      title={`Money by month, ${year}`}
      what="months"
      list={`totals-${year}`}
      columns={TOTALS_COLUMNS}
      rows={months.length > 0 ? totalsRows(moved, tips, year) : []}
    >
      {months.length === 0 ? (
        <p className="text-ink-2">No payments in {year} yet.</p>
      ) : (
        <>
          <MonthTable
            heads={['Month', 'Received', 'Refunded', 'Net', ...(hasTips ? ['Tips'] : [])]}
            className={hasTips ? WITHOUT_REFUNDED_ON_A_PHONE : undefined}
          >
            {months.map((month) => (
              <SumsOf
                key={month}
                name={nameOfMonth(month)}
                rows={moved.filter((row) => row.month === month)}
                tips={hasTips ? tipsOf(tips, month) : undefined}
              />
            ))}
            <SumsOf name={`All of ${year}`} rows={moved} tips={hasTips ? tipsOf(tips) : undefined} isTotal />
          </MonthTable>
          {hasTips && <p className="muted small mt-3">Tips by card are in no other sum.</p>}
        </>
      )}
    </ExportedBox>
  )
}

/** Where five sums don't fit beside each other; what was refunded is the difference of its neighbors. */
const WITHOUT_REFUNDED_ON_A_PHONE = '[&_:is(td,th):nth-last-child(3)]:max-[30rem]:hidden'

interface SumsOfProps {
  name: string
  rows: readonly Moved[]
  /** Undefined in a year without any. */
  tips: Cents | undefined
  isTotal?: boolean
}

/** A sum with its methods below, and beside it what is in no sum. */
function SumsOf({ name, rows, tips, isTotal }: SumsOfProps) {
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
        {tips !== undefined && (
          <td>
            <Money cents={tips} />
          </td>
        )}
      </tr>
      {!isOne &&
        methods.map(({ method, ...sums }) =>
          method === 'VOUCHER' ? (
            <tr key={method} className={BELOW}>
              <th scope="row" colSpan={2}>
                By gift voucher, not in the sum
              </th>
              <td />
              <td>
                <Money cents={sums.byVoucher} />
              </td>
              {tips !== undefined && <td />}
            </tr>
          ) : (
            <tr key={method} className={BELOW}>
              <th scope="row">{MONEY_METHODS[method].name}</th>
              <SumCells {...sums} />
              {tips !== undefined && <td />}
            </tr>
          ),
        )}
    </tbody>
  )
}

const BELOW = 'text-ink-2 text-small [&_:is(td,th)]:border-t-0 [&_:is(td,th)]:pt-0 [&_:is(td,th)]:font-[400]'

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
