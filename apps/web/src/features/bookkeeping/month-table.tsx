import { formatMonth } from '@arcadia/contract/trip-date'
import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'

/** `Sep` */
export const nameOfMonth = (month: string) => formatMonth(`${month}-01`).slice(0, 3)

/** Sums in columns under their heads, a row a month; it fits a phone. */
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
    <table
      className={classNames(
        'w-full max-[30rem]:text-small max-[22rem]:-mx-4 max-[22rem]:w-[calc(100%+2rem)] [&_:is(td,th)]:border-line [&_:is(td,th)]:pl-2 [&_:is(td,th)]:border-t [&_:is(td,th)]:py-2 [&_:is(td,th)]:text-right [&_:is(td,th)]:align-top [&_:is(td,th):first-child]:pl-0 [&_:is(td,th):first-child]:text-left [&_thead_th]:border-t-0',
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
  )
}
