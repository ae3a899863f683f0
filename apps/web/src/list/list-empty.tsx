import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

interface ListEmptyProps {
  /** What would be listed, in the plural. */
  what: string
  /** How the first one comes to be. */
  text?: string | undefined
  isFiltered: boolean
  showAll: () => void
}

/** A list without rows: there are none yet, or none that the filter and the search leave. */
export function ListEmpty({ what, text, isFiltered, showAll }: ListEmptyProps) {
  if (!isFiltered) return <EmptyState title={`No ${what} yet`} text={text} />
  return (
    <EmptyState title={`No ${what} match`}>
      <Button onClick={showAll}>Show all {what}</Button>
    </EmptyState>
  )
}
