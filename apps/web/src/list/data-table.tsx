import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import { Skeleton } from '../ui/skeleton.tsx'

/** A table has one column of a head. */
export interface Column<Row> {
  head: string
  cell: (row: Row) => ReactNode
  /** Right-aligns amounts and counts. */
  isNumber?: boolean
  /** The name to sort by, if sortable. */
  sort?: string
  /**
   * The place in a block under 700 px: `corner` is the top right, `labelled` puts the head in front, `line` is a line
   * of its own, `left-out` is hidden, already under 1280 px.
   */
  inBlock?: 'corner' | 'labelled' | 'line' | 'left-out'
}

/** The sort order: `name` ascending, `-name` descending, undefined for the default. */
export interface Sorting {
  by: string | undefined
  /** The default order, in words. */
  usual?: string | undefined
  onChange: (by: string | undefined) => void
}

interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  /** Undefined while loading: shows five skeleton rows. */
  rows: readonly Row[] | undefined
  /** Without it the heads aren't buttons. */
  sorting?: Sorting | undefined
  /** Replaces the table when there are no rows. */
  empty: ReactNode
  /** The row that a link led to: it takes the focus, and is in sight. */
  ledTo?: number | undefined
}

const SKELETON_ROWS = ['1', '2', '3', '4', '5']

/** Rows with hairlines; under 700 px each row becomes a block. */
export function DataTable<Row extends { id: number; kind?: unknown }>({
  caption,
  columns,
  rows,
  sorting,
  empty,
  ledTo,
}: DataTableProps<Row>) {
  if (rows?.length === 0) return empty
  const table = (
    // It may scroll sideways, so the keyboard must reach it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area without a stop inside cannot be scrolled by key
    <section className="tbl" aria-label={caption} tabIndex={0}>
      <table aria-busy={rows === undefined}>
        <caption className="sr">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.head} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row) => (
                <TableRow key={`${row.kind} ${row.id}`} columns={columns} row={row} isLedTo={row.id === ledTo} />
              ))
            : SKELETON_ROWS.map((row) => (
                <tr key={row}>
                  {columns.map(({ head }) => (
                    <td key={head}>
                      <Skeleton className="h-4 w-full" />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </section>
  )
  if (!sorting) return table
  return (
    <>
      <SortSelect columns={columns} sorting={sorting} />
      {table}
    </>
  )
}

function HeadCell<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting | undefined }) {
  const { head, isNumber, sort, inBlock } = column
  const className = classNames(isNumber && 'number', inBlock === 'left-out' && inBlock)
  if (!sort || !sorting)
    return (
      <th scope="col" className={className}>
        {head}
      </th>
    )
  const isUp = sorting.by === sort
  const isDown = sorting.by === `-${sort}`
  const Icon = isUp ? ArrowUp : isDown ? ArrowDown : ChevronsUpDown
  return (
    <th scope="col" className={className} aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'}>
      <button
        type="button"
        className="tbl__sort"
        onClick={() => sorting.onChange(isUp ? `-${sort}` : isDown ? undefined : sort)}
      >
        {head}
        <Icon className="size-4" strokeWidth={1.75} aria-hidden />
      </button>
    </th>
  )
}

/** On phones the rows are blocks without heads, so sorting needs a select. */
function SortSelect<Row>({ columns, sorting }: { columns: readonly Column<Row>[]; sorting: Sorting }) {
  return (
    <label className="mb-3 hidden items-center gap-[0.6rem] whitespace-nowrap font-[600] text-ui max-[700px]:flex [&_.input]:min-h-11 [&_.input]:py-[0.4rem]">
      Sort by
      <select
        className="input"
        value={sorting.by ?? ''}
        onChange={({ target }) => sorting.onChange(target.value || undefined)}
      >
        <option value="">{sorting.usual ?? 'Newest first'}</option>
        {columns.flatMap(({ head, sort }) =>
          sort
            ? [
                <option key={sort} value={sort}>
                  {head}, ascending
                </option>,
                <option key={`-${sort}`} value={`-${sort}`}>
                  {head}, descending
                </option>,
              ]
            : [],
        )}
      </select>
    </label>
  )
}

interface TableRowProps<Row> {
  columns: readonly Column<Row>[]
  row: Row
  isLedTo: boolean
}

function TableRow<Row>({ columns, row, isLedTo }: TableRowProps<Row>) {
  return (
    <tr {...(isLedTo && { ref: takeFocus, tabIndex: -1, 'aria-current': true, className: 'bg-bg-2' })}>
      {columns.map(({ head, cell, isNumber, inBlock }) => (
        <td key={head} className={classNames(isNumber && 'number num', inBlock !== 'labelled' && inBlock)}>
          {inBlock === 'labelled' && <span className="tbl__label">{head}</span>}
          {cell(row)}
        </td>
      ))}
    </tr>
  )
}

const takeFocus = (row: HTMLElement | null) => row?.focus()
