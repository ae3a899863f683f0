import { classNames } from './class-names.ts'

/** Holds the place of a text or a picture that loads; give it a size with a class. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classNames('skeleton', className)} />
}
