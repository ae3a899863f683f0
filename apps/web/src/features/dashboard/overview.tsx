import { getDashboard, getDashboardOverview } from '@arcadia/contract/dashboard'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query-of.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { CalendarFeedCard } from '../calendar-feed/calendar-feed-card.tsx'
import { Counts } from './counts.tsx'
import { MoneyPanel } from './money-panel.tsx'
import { NextTrips } from './next-trips.tsx'
import { Season } from './season.tsx'
import { ServicesPanel } from './services-panel.tsx'
import { WaitingPanel } from './waiting-panel.tsx'

/** What a glance at the portal has to say: the seven counts, and what comes next. */
export function Overview() {
  const { data, error, isPending, refetch } = useQuery(queryOf(getDashboard, {}))
  if (isPending) return <Skeleton className="h-60 w-full" />
  return (
    <>
      {error && <TryAgainBanner className="mb-4" error={error} onRetry={() => void refetch()} />}
      {data ? <Counts stats={data} /> : <EmptyState title="No dashboard data available" />}
      {data && <WhatIsNext />}
      {data && <Season />}
    </>
  )
}

function WhatIsNext() {
  const { data, error, refetch } = useQuery(queryOf(getDashboardOverview, {}))
  return (
    <>
      {error && <TryAgainBanner className="mb-4" error={error} onRetry={() => void refetch()} />}
      {data ? (
        <div className="grid grid-cols-1 gap-4 min-[900.02px]:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] min-[900.02px]:grid-rows-[auto_1fr_auto]">
          <WaitingPanel waiting={data.waiting} />
          <NextTrips trips={data.trips} today={data.today} />
          <MoneyPanel money={data.money} year={data.today.slice(0, 4)} />
          <ServicesPanel merchant={data.merchant} failedMails={data.failedMails} />
          <div className="min-[900.02px]:col-start-1 min-[900.02px]:row-start-3">
            <CalendarFeedCard />
          </div>
        </div>
      ) : (
        !error && <Skeleton className="h-60 w-full" />
      )}
    </>
  )
}
