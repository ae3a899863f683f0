import { classNames } from './class-names.ts'

/** A loading spinner; `label` says what is loading, for screen readers. */
export function Spinner({ label = 'Loading', className }: { label?: string; className?: string }) {
  return (
    <span role="status" className={classNames('spinner', className)}>
      <span className="sr">{label}</span>
    </span>
  )
}

/** A spinner in place of what is loading. */
export function Loading({ label }: { label?: string }) {
  return (
    <div className="loading">
      <Spinner {...(label && { label })} />
    </div>
  )
}
