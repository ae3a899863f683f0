import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'

/** Outside the component, so that it runs once and never steals the focus later. */
const focusIt = (element: HTMLElement | null) => element?.focus()

/** A form's result, in place of its fields; takes the focus on mount, so that it is read aloud. */
export function FormAnswer({ children }: { children: ReactNode }) {
  return (
    <p ref={focusIt} tabIndex={-1} className="answer flex gap-3">
      <CircleCheck className="icon mt-1 text-ok" aria-hidden />
      {children}
    </p>
  )
}
