import { statusOptions } from './list-state.ts'
import type { ListControls } from './use-list-state.ts'

interface StatCardsProps<Status extends string, Sort extends string> {
  /** What is counted, for a screen reader. */
  label: string
  /** Undefined while they load, or where they could not be loaded; 'all' is the total. */
  counts: Record<Status | 'all', number | undefined>
  list: ListControls<Status, Sort>
}

/** A count for everything and one for each status; a card lists what it counts. */
export function StatCards<Status extends string, Sort extends string>(props: StatCardsProps<Status, Sort>) {
  const { label: legend, counts, list: controls } = props
  const { shape, list, change } = controls
  return (
    <fieldset className="stats">
      <legend className="sr">{legend}</legend>
      {statusOptions(shape).map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === list.status}
          onClick={() => change({ status: value })}
        >
          <span className="stats__label">{value === 'all' ? 'Total' : label}</span>
          <span className="stats__count num">{counts[value] ?? '–'}</span>
        </button>
      ))}
    </fieldset>
  )
}
