import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface SummaryRow {
  label: ReactNode
  value: ReactNode
  /** What is to be paid now: set in the display face. */
  isDue?: boolean
}

/** Names and values on hairlines: a booking's facts, a sum. What is false is left out. */
export function SummaryList({ rows, className }: { rows: readonly (SummaryRow | false | null)[]; className?: string }) {
  return (
    <dl className={classNames('summary', className)}>
      {rows
        .filter((row) => row !== false && row !== null)
        .map(({ label, value, isDue }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a summary do not move
          <div key={index} className={isDue ? 'due' : undefined}>
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
