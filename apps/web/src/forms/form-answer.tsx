import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'

/** What came of a form, where its fields were; takes the focus as it appears, so that it is read aloud. */
export function FormAnswer({ children }: { children: ReactNode }) {
  return (
    <p ref={(element) => element?.focus()} tabIndex={-1} className="flex gap-3">
      <CircleCheck className="icon mt-1 text-ok" aria-hidden />
      {children}
    </p>
  )
}
