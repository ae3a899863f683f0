import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

interface BoxProps {
  title: string
  /** Across from the title, such as a status. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** A section of a portal page, on its own background. */
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
