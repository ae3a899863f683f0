import { useQuery } from '@tanstack/react-query'
import { useAdminAuth } from '../../session.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { Counts } from './counts.tsx'
import { dashboardQuery } from './dashboard.queries.ts'

export function Overview() {
  const { token } = useAdminAuth()
  const { data, error, isPending, refetch } = useQuery({ ...dashboardQuery(token ?? ''), enabled: token !== null })
  if (isPending) return <Skeleton className="h-60 w-full" />
  return (
    <>
      {error && <TryAgainBanner className="mb-4" message={error.message} onRetry={() => void refetch()} />}
      {data ? <Counts stats={data} /> : <EmptyState title="No dashboard data available" />}
    </>
  )
}
