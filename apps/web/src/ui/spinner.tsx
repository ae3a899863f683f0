import { classNames } from './class-names.ts'

/** Something is loading; `label` says what, to a screen reader. */
export function Spinner({ label = 'Loading', className }: { label?: string; className?: string }) {
  return (
    <span role="status" className={classNames('spinner', className)}>
      <span className="sr">{label}</span>
    </span>
  )
}
