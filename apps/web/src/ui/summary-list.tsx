import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface SummaryRow {
  label: ReactNode
  value: ReactNode
  /** The amount to pay now, in the display font. */
  isDue?: boolean
}

/** Names and values with hairlines: a booking's facts, a sum. False rows are skipped. */
export function SummaryList({ rows, className }: { rows: readonly (SummaryRow | false | null)[]; className?: string }) {
  return (
    <dl className={classNames('summary', className)}>
      {rows
        .filter((row) => row !== false && row !== null)
        .map(({ label, value, isDue }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows keep their order
          <div key={index} className={isDue ? 'due' : undefined}>
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
