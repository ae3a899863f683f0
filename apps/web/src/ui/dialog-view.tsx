import { type ReactNode, useEffect, useRef } from 'react'

/**
 * One of several views of a dialog; give each its own `key`. A view that takes another's place takes the focus too, to
 * its first `[data-autofocus]`, else to the dialog's title. The first one leaves that to the dialog.
 */
export function DialogView({ children }: { children: ReactNode }) {
  const view = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const dialog = view.current?.closest('[role=dialog]')
    // What had the focus went with the view before; a dialog that only opens has it already, or takes it right after.
    if (!dialog || document.activeElement !== document.body) return
    const target = view.current?.querySelector('[data-autofocus]') ?? dialog.querySelector('h2')
    if (target instanceof HTMLElement) target.focus()
  }, [])
  return (
    <div ref={view} className="contents">
      {children}
    </div>
  )
}
