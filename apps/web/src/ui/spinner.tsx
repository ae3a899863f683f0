import { classNames } from './class-names.ts'

/** Something is loading; `label` says what, to a screen reader. */
export function Spinner({ label = 'Loading', className }: { label?: string; className?: string }) {
  return (
    <span role="status" className={classNames('spinner', className)}>
      <span className="sr">{label}</span>
    </span>
  )
}

/** The same in the place of what loads. */
export function Loading({ label }: { label?: string }) {
  return (
    <div className="loading">
      <Spinner {...(label && { label })} />
    </div>
  )
}
