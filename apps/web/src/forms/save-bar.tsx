import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'

interface SaveBarProps {
  /** What isn't saved, in words; nothing if everything is. */
  note: string | false
  onUndo: () => void
  /** What is typed can't be saved. */
  isRefused?: boolean
  busy: boolean
  /** Why the last save failed. */
  children?: ReactNode
}

/** The one Save of a page, and the way back to what is saved. Only with something to save does it stay in reach. */
export function SaveBar({ note, onUndo, isRefused = false, busy, children }: SaveBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const isKept = Boolean(note)
  useEffect(() => {
    const typedIn = document.activeElement
    // What is typed shows the bar, and stays in sight.
    if (isKept && bar.current?.closest('form')?.contains(typedIn)) typedIn?.scrollIntoView({ block: 'nearest' })
  }, [isKept])
  return (
    <div ref={bar} className={classNames('save-bar', isKept && 'save-bar--kept')}>
      {children}
      <p className="muted min-w-0 flex-1 text-small/[1.3]" aria-live="polite">
        {note}
      </p>
      {note && (
        <Button variant="text" size="sm" disabled={busy} onClick={onUndo}>
          Undo
        </Button>
      )}
      <Button type="submit" variant={note ? 'cta' : 'line'} disabled={!note || isRefused} busy={busy}>
        Save
      </Button>
    </div>
  )
}
