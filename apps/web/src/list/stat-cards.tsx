interface StatCardsProps<Value extends string> {
  /** What is counted, for a screen reader. */
  label: string
  /** Those of the list's filter; 'all' is the total. */
  options: readonly { value: Value; label: string }[]
  /** Undefined while they load, or where they could not be loaded. */
  counts: Record<Value, number | undefined>
  /** The one whose rows are listed. */
  current: Value
  onChoose: (value: Value) => void
}

/** A count for everything and one for each status; a card lists what it counts. */
export function StatCards<Value extends string>({ label, options, counts, current, onChoose }: StatCardsProps<Value>) {
  return (
    <fieldset className="stats">
      <legend className="sr">{label}</legend>
      {options.map(({ value, label }) => (
        <button key={value} type="button" aria-pressed={value === current} onClick={() => onChoose(value)}>
          <span className="stats__label">{value === 'all' ? 'Total' : label}</span>
          <span className="stats__count num">{counts[value] ?? '–'}</span>
        </button>
      ))}
    </fieldset>
  )
}
