import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

interface BoxProps {
  /** Where a link leads to. */
  id?: string
  title: string
  /** Across from the title, such as a status. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** A section of a portal page, on its own background. */
export function Box({ id, title, aside, className, children }: BoxProps) {
  const titleId = useId()
  return (
    <section id={id} className={classNames('box', className)} aria-labelledby={titleId}>
      {aside ? (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-4">
          <h2 id={titleId} className="box__h mb-0">
            {title}
          </h2>
          {aside}
        </div>
      ) : (
        <h2 id={titleId} className="box__h">
          {title}
        </h2>
      )}
      {children}
    </section>
  )
}
