import { useState } from 'react'

interface DraftNoteProps {
  isDraft: boolean
  /** @returns what brings it back */
  onDiscard: () => () => void
}

/** Says that the unsent draft is kept, with a way to discard it, and one to take that back. */
export function DraftNote({ isDraft, onDiscard }: DraftNoteProps) {
  const [undo, setUndo] = useState<() => void>()
  // Whoever types again means that instead.
  if (isDraft && undo) setUndo(undefined)
  if (!isDraft && !undo) return null
  function press() {
    if (!isDraft) return undo!()
    const bringBack = onDiscard()
    setUndo(() => bringBack)
  }
  // One button for both, so that it keeps the focus.
  return (
    <p className="small text-ink-2">
      <span role="status">{isDraft ? 'Draft saved on this device.' : 'Draft discarded.'}</span>{' '}
      <button type="button" className="link" onClick={press}>
        {isDraft ? 'Discard draft' : 'Undo'}
      </button>
    </p>
  )
}
