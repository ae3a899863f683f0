interface StatCardsProps<Value extends string> {
  /** What is counted, for a screen reader. */
  label: string
  cards: readonly { value: Value; label: string; count: number | undefined }[]
  /** The one whose rows are listed. */
  current: Value
  onChoose: (value: Value) => void
}

/** A count for everything and one for each status; a card lists what it counts. */
export function StatCards<Value extends string>({ label, cards, current, onChoose }: StatCardsProps<Value>) {
  return (
    <fieldset className="stats">
      <legend className="sr">{label}</legend>
      {cards.map((card) => (
        <button
          key={card.value}
          type="button"
          aria-pressed={card.value === current}
          onClick={() => onChoose(card.value)}
        >
          <span className="stats__label">{card.label}</span>
          <span className="stats__count num">{card.count ?? '–'}</span>
        </button>
      ))}
    </fieldset>
  )
}
