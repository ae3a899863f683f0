import type { TripDate } from '@arcadia/contract/trip-date'
import type { ComponentProps, ReactNode } from 'react'
import { WEEKDAYS } from './calendar-month.ts'

interface MonthGridProps extends Pick<ComponentProps<'table'>, 'ref' | 'className' | 'onKeyDown' | 'aria-labelledby'> {
  weeks: (TripDate | null)[][]
  isBusy: boolean
  /** Renders a day's cell. */
  children: (date: TripDate) => ReactNode
}

/** A month of days as a grid with arrow key navigation. */
export function MonthGrid({ weeks, isBusy, children, ...table }: MonthGridProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA calendar pattern is a table with role grid
    <table {...table} role="grid" aria-busy={isBusy}>
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: weeks and blanks keep their order
          <tr key={row}>
            {week.map((date, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <td key={column}>{date && children(date)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
