import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'

interface SaveBarProps {
  /** What isn't saved, in words; nothing if everything is. */
  note: string | false
  onUndo: () => void
  disabled?: boolean
  busy: boolean
  label: string
  /** Why the last save failed. */
  children?: ReactNode
}

/** The one Save of a page, always in reach, and the way back to what is saved. */
export function SaveBar({ note, onUndo, disabled, busy, label, children }: SaveBarProps) {
  return (
    <div className="save-bar sticky flex flex-wrap items-center justify-end gap-3 border-line border-t bg-bg-2 py-3">
      {children}
      <p className="muted small mr-auto" aria-live="polite">
        {note}
      </p>
      <Button variant="text" disabled={!note || busy} onClick={onUndo}>
        Undo
      </Button>
      <Button type="submit" variant="cta" disabled={disabled} busy={busy}>
        {label}
      </Button>
    </div>
  )
}
