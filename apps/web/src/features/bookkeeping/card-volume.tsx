import type { getSeasonMoney } from '@arcadia/contract/admin/bookkeeping'
import type { Output } from '@arcadia/contract/endpoint'
import type { CsvColumn } from '../../list/csv.ts'
import { Money } from '../../ui/money.tsx'
import { ExportedBox } from './exported-box.tsx'
import { MonthTable, nameOfMonth } from './month-table.tsx'

type Charged = Output<typeof getSeasonMoney>['cardVolume'][number]

const COLUMNS: readonly CsvColumn<Charged>[] = [
  { head: 'Month', value: ({ month }) => month },
  { head: 'Charged to cards', cents: ({ charged }) => charged },
]

/** What cards were charged in a year, to hold beside its 1099-K (docs/rules.md §9.6). */
export function CardVolume({ months, year }: { months: readonly Charged[]; year: number }) {
  const all = { month: `All of ${year}`, charged: months.reduce((sum, { charged }) => sum + charged, 0) }
  if (months.length === 0) return null
  return (
    <ExportedBox
      title={`Card volume, ${year}`}
      what="card months"
      list={`card-volume-${year}`}
      columns={COLUMNS}
      rows={[...months, all].map((row, id) => ({ id, ...row }))}
    >
      <p className="muted small mb-3">
        What cards were charged, before refunds and fees, as a 1099-K counts it. By the day of the charge.
      </p>
      <MonthTable heads={['Month', 'Charged']}>
        <tbody>
          {months.map(({ month, charged }) => (
            <Line key={month} name={nameOfMonth(month)} charged={charged} />
          ))}
        </tbody>
        <tfoot className="font-[660]">
          <Line name={all.month} charged={all.charged} />
        </tfoot>
      </MonthTable>
    </ExportedBox>
  )
}

const Line = ({ name, charged }: { name: string; charged: number }) => (
  <tr className="num">
    <th scope="row">{name}</th>
    <td>
      <Money cents={charged} />
    </td>
  </tr>
)
