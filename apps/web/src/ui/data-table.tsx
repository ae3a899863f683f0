import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Skeleton } from './skeleton.tsx'

export interface Column<Row> {
  key: string
  head: ReactNode
  cell: (row: Row) => ReactNode
  /** Amounts and counts stand right. */
  isNumber?: boolean
  /** In a block under 700 px: `corner` stands at the top right, `labelled` gets its head in front. */
  inBlock?: 'corner' | 'labelled'
}

interface DataTableProps<Row> {
  /** What the table lists, for a screen reader. */
  caption: string
  columns: readonly Column<Row>[]
  /** Undefined while they load: five skeleton rows. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  /** Stands in the table's place when there are no rows. */
  empty: ReactNode
}

const SKELETON_ROWS = ['1', '2', '3', '4', '5']

/** Rows on hairlines; under 700 px each row becomes a block. */
export function DataTable<Row>({ caption, columns, rows, rowKey, empty }: DataTableProps<Row>) {
  if (rows?.length === 0) return empty
  return (
    // It scrolls sideways where it is too wide, so the keyboard has to reach it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area without a stop inside cannot be scrolled by key
    <section className="tbl" aria-label={caption} tabIndex={0}>
      <table aria-busy={rows === undefined}>
        <caption className="sr">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, head, isNumber }) => (
              <th key={key} scope="col" className={isNumber ? 'r' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row) => <TableRow key={rowKey(row)} columns={columns} row={row} />)
            : SKELETON_ROWS.map((row) => (
                <tr key={row}>
                  {columns.map(({ key }) => (
                    <td key={key}>
                      <Skeleton className="h-4 w-full" />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </section>
  )
}

function TableRow<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return (
    <tr>
      {columns.map(({ key, head, cell, isNumber, inBlock }) => (
        <td key={key} className={classNames(isNumber && 'r num', inBlock === 'corner' && 'corner')}>
          {inBlock === 'labelled' && <span className="tbl__label">{head}</span>}
          {cell(row)}
        </td>
      ))}
    </tr>
  )
}
