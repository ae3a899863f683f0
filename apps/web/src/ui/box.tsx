import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

interface BoxProps {
  title: string
  /** Across from the title, such as a state. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** A part of a page of the portal, on a ground of its own. */
export function Box({ title, aside, className, children }: BoxProps) {
  const id = useId()
  return (
    <section className={classNames('box', className)} aria-labelledby={id}>
      {aside ? (
        <div className="mb-3 flex items-center justify-between gap-4">
          <h2 id={id} className="box__h mb-0">
            {title}
          </h2>
          {aside}
        </div>
      ) : (
        <h2 id={id} className="box__h">
          {title}
        </h2>
      )}
      {children}
    </section>
  )
}
