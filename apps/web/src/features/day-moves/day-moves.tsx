import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Pagination } from '../../list/pagination.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { DayMoveCard } from './day-move-card.tsx'
import { dayMovesQuery } from './day-moves.queries.ts'

/** Days on which the guide cannot go out, and what their parties answered (docs/rules.md §2.14). */
export function DayMovesView() {
  const [page, setPage] = useState(0)
  const { data, error, refetch } = useQuery(dayMovesQuery(page))
  return (
    <>
      {error && <TryAgainBanner className="mb-4" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-60 w-full" />}
      {data?.content.length === 0 && (
        <EmptyState
          title="No days called off"
          text="When you can't go out, open the day sheet and tap Call off this day. Each group picks a new date or gets a refund."
        >
          <LinkButton to="/admin?tab=dashboard&view=day-sheet">Open the day sheet</LinkButton>
        </EmptyState>
      )}
      {data && (
        <div className="grid max-w-[52rem] gap-4">
          {data.content.map((move) => (
            <DayMoveCard key={move.id} move={move} />
          ))}
        </div>
      )}
      {data && data.totalPages > 1 && <Pagination page={page} totalPages={data.totalPages} onChange={setPage} />}
    </>
  )
}
