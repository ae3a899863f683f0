import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { SummaryList } from './summary-list.tsx'

interface FoldedSummaryProps extends Pick<ComponentProps<'details'>, 'open' | 'className' | 'children'> {
  /** In its one line. */
  says: ReactNode
  rows: ComponentProps<typeof SummaryList>['rows']
}

/** What is paid for in one line, and all of it on demand. */
export const FoldedSummary = ({ says, rows, className, children, open }: FoldedSummaryProps) => (
  <details className={classNames('text-ui', className)} open={open}>
    <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 py-1">
      <span className="num wrap-anywhere">{says}</span>
      <span className="link flex-none">Details</span>
    </summary>
    <SummaryList rows={rows} />
    {children}
  </details>
)
