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
        <div className="next">
          <WaitingPanel waiting={data.waiting} />
          <NextTrips trips={data.trips} today={data.today} />
          <MoneyPanel money={data.money} year={data.today.slice(0, 4)} />
          <ServicesPanel merchant={data.merchant} failedMails={data.failedMails} />
          <div className="next__feed">
            <CalendarFeedCard />
          </div>
        </div>
      ) : (
        !error && <Skeleton className="h-60 w-full" />
      )}
    </>
  )
}
