import { classNames } from './class-names.ts'

/** A placeholder for loading text or pictures; its class sets the size. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classNames('skeleton', className)} />
}
