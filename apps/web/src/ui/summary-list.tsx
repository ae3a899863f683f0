import { unbroken } from '@arcadia/contract/site/unbroken'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface SummaryRow {
  label: ReactNode
  value: ReactNode
  /** The amount to pay now, in the display font. */
  isDue?: boolean
}

type Rows = readonly (SummaryRow | false | null)[]

/** Names and values with hairlines: a booking's facts, a sum. False rows are skipped. */
export function SummaryList({ rows, className }: { rows: Rows; className?: string }) {
  return (
    <dl className={classNames('summary', className)}>
      {rows
        .filter((row) => row !== false && row !== null)
        .map(({ label, value, isDue }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows keep their order
          <div key={index} className={isDue ? 'due' : undefined}>
            <dt>{label}</dt>
            <dd className="num">{typeof value === 'string' ? unbroken(value) : value}</dd>
          </div>
        ))}
    </dl>
  )
}

interface FoldedSummaryProps extends Pick<ComponentProps<'details'>, 'open' | 'className' | 'children'> {
  /** In its one line. */
  says: ReactNode
  rows: Rows
}

/** What is paid for in one line, and all of it on demand. */
export const FoldedSummary = ({ says, rows, className, children, open }: FoldedSummaryProps) => (
  <details className={classNames('group text-ui', className)} open={open}>
    <summary className="flex min-h-11 cursor-pointer flex-wrap items-center justify-between gap-x-3 py-1">
      <span className="num flex-[1_1_10rem] wrap-anywhere">{says}</span>
      <span className="link flex-none">
        <span className="hidden group-open:inline">Hide</span>
        <span className="group-open:hidden">Details</span>
      </span>
    </summary>
    <SummaryList rows={rows} />
    {children}
  </details>
)
