import { formatMonth } from '@arcadia/contract/trip-date'
import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'

/** `Sep` */
export const nameOfMonth = (month: string) => formatMonth(`${month}-01`).slice(0, 3)

/** Sums in columns under their heads, a row a month; it fits a phone, with large letters two sums beside each other where they fit. */
export function MonthTable({
  heads,
  className,
  children,
}: {
  heads: readonly string[]
  className?: string
  children: ReactNode
}) {
  return (
    <div className="@container">
      <table
        className={classNames(
          'w-full max-[30rem]:text-small max-[22rem]:-mx-4 max-[22rem]:w-[calc(100%+2rem)] [&_:is(td,th)]:border-line [&_:is(td,th)]:pl-2 [&_:is(td,th)]:border-t [&_:is(td,th)]:py-2 [&_:is(td,th)]:text-right [&_:is(td,th)]:align-top [&_:is(td,th):first-child]:pl-0 [&_:is(td,th):first-child]:text-left [&_thead_th]:border-t-0',
          '@max-[9lh]:block @max-[9lh]:[&_:is(thead,tbody)]:block @max-[9lh]:[&_tr]:flex @max-[9lh]:[&_tr]:flex-wrap @max-[9lh]:[&_:is(td,th)]:flex-[1_0_45%] @max-[9lh]:[&_td]:whitespace-nowrap',
          className,
        )}
      >
        <thead className="text-ink-2 text-small">
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  )
}
