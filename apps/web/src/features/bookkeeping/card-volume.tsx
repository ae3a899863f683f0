import type { getSeasonMoney } from '@arcadia/contract/admin/bookkeeping'
import type { Output } from '@arcadia/contract/endpoint'
import type { CsvColumn } from '../../list/csv.ts'
import { ExportButton, useCsvExport } from '../../list/csv-export.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Box } from '../../ui/box.tsx'
import { Money } from '../../ui/money.tsx'
import { MonthTable, nameOfMonth } from './month-table.tsx'

type Charged = Output<typeof getSeasonMoney>['cardVolume'][number]

const COLUMNS: readonly CsvColumn<Charged>[] = [
  { head: 'Month', value: ({ month }) => month },
  { head: 'Charged to cards', cents: ({ charged }) => charged },
]

/** What cards were charged in a year, to hold beside its 1099-K (docs/rules.md §9.6). */
export function CardVolume({ months, year }: { months: readonly Charged[]; year: number }) {
  const all = { month: `All of ${year}`, charged: months.reduce((sum, { charged }) => sum + charged, 0) }
  const content = [...months, all].map((row, id) => ({ id, ...row }))
  const size = content.length
  const file = useCsvExport(async () => ({ content, totalPages: 1, totalElements: size, page: 0, size }))
  if (months.length === 0) return null
  return (
    <Box
      title={`Card volume, ${year}`}
      aside={
        <ExportButton
          what="card months"
          progress={file.progress}
          onStart={(reader) => void file.start({ list: `card-volume-${year}`, columns: COLUMNS }, reader)}
        />
      }
    >
      {file.error && (
        <Banner className="mb-4" onDismiss={file.dismissError}>
          {file.error}
        </Banner>
      )}
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
    </Box>
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
