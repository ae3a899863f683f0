import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'

/** Outside the component, so that it is called once and takes the focus from nobody later. */
const focusIt = (element: HTMLElement | null) => element?.focus()

/** What came of a form, where its fields were; takes the focus as it appears, so that it is read aloud. */
export function FormAnswer({ children }: { children: ReactNode }) {
  return (
    <p ref={focusIt} tabIndex={-1} className="flex gap-3">
      <CircleCheck className="icon mt-1 text-ok" aria-hidden />
      {children}
    </p>
  )
}
