import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { classNames } from '../ui/class-names.ts'
import { changeList } from './list-state.ts'

interface RowLinkProps {
  id: number
  /** In a list of several kinds. */
  kind?: string | undefined
  className?: string
  children: ReactNode
}

/** Opens the details of a row of the list in the address; closing them goes back (`closeRow`). */
export function RowLink({ id, kind, className, children }: RowLinkProps) {
  const [params] = useSearchParams()
  return (
    <Link
      to={{ search: changeList(params, { id: kind ? `${kind}-${id}` : id }).toString() }}
      state={{ isRowOpenedHere: true }}
      preventScrollReset
      className={classNames('row-link', className)}
    >
      {children}
    </Link>
  )
}
