import { statusOptions } from './list-state.ts'
import type { ListControls } from './use-list-state.ts'

interface StatCardsProps<Status extends string, Sort extends string> {
  /** What is counted, in the plural. */
  what: string
  /** Empty while they load, or where they could not be loaded; 'all' is the total. */
  counts: Partial<Record<Status | 'all', number>>
  list: ListControls<Status, Sort>
}

/** The list's filter by status, with a total and a count each. */
export function StatCards<Status extends string, Sort extends string>(props: StatCardsProps<Status, Sort>) {
  const { what, counts, list: controls } = props
  const { shape, list, change } = controls
  return (
    <fieldset className="mb-4 grid min-w-0 grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3 max-[700px]:grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] @max-[10lh]:grid-cols-1 max-[700px]:gap-2">
      <legend className="sr">{what[0]?.toUpperCase() + what.slice(1)} by status</legend>
      {statusOptions(shape).map(({ value, label }) => (
        <button
          key={value}
          type="button"
          className="grid gap-[0.35rem] rounded-1 border border-line bg-card px-4 py-[0.8rem] text-left hover:border-line-2 aria-pressed:border-ink aria-pressed:not-focus-visible:shadow-[inset_0_-3px_0_var(--ink)] max-[700px]:flex max-[700px]:min-h-11 max-[700px]:items-center max-[700px]:justify-between max-[700px]:px-3 max-[700px]:py-1"
          aria-pressed={value === list.status}
          onClick={() => change({ status: value })}
        >
          <span className="font-[560] text-ink-2 text-small/[1.3]">{value === 'all' ? 'Total' : label}</span>
          <span className="num font-[400] font-display text-[2.125rem]/none max-[700px]:text-[1.375rem]/none">
            {counts[value] ?? '–'}
          </span>
        </button>
      ))}
    </fieldset>
  )
}
