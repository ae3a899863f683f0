/** Says that the unsent draft is kept, with a way to discard it. */
export function DraftNote({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p className="small text-ink-2">
      Not saved yet. Your draft stays here until you send or discard it.{' '}
      <button type="button" className="link" onClick={onDiscard}>
        Discard draft
      </button>
    </p>
  )
}
