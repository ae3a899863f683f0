import { getSeasonFill } from '@arcadia/contract/dashboard'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query-of.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { SeasonHeat } from './season-heat.tsx'
import './season.css'

/** The whole season: how full each day is. */
export function Season() {
  const { data, error, refetch } = useQuery(queryOf(getSeasonFill, {}))
  return (
    <div className="mt-4">
      {error && <TryAgainBanner className="mb-4" error={error} onRetry={() => void refetch()} />}
      {data ? <SeasonHeat season={data} /> : !error && <Skeleton className="h-60 w-full" />}
    </div>
  )
}
