/** Says that what was typed is kept, though it was not sent, and lets it go. */
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
