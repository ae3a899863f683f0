/** Says that the unsent draft is kept, with a way to discard it. */
export function DraftNote({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p className="small text-ink-2">
      Draft saved on this device.{' '}
      <button type="button" className="link" onClick={onDiscard}>
        Discard draft
      </button>
    </p>
  )
}
