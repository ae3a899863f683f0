import { portal } from '@arcadia/contract/addresses'
import { type DashboardOverview, getDashboard } from '@arcadia/contract/admin/dashboard'
import { formatCents } from '@arcadia/contract/money'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { lastKnownOf } from '../../api/last-known.ts'
import { useVenueToday } from '../../api/venue-today.ts'
import { lazyFeature } from '../../lazy-feature.tsx'
import { useSiteData } from '../../prerender/site-data.ts'
import { useMay } from '../../session/use-may.ts'
import { Box } from '../../ui/box.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Money } from '../../ui/money.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { ComingDays } from './coming-days.tsx'
import { Counts } from './counts.tsx'
import { FoldOnPhone } from './fold.tsx'
import { NextTrip } from './next-trip.tsx'
import { TakenByHand } from './takings.tsx'
import { overviewQuery } from './waiting-counts.tsx'
import { WaitingPanel } from './waiting-panel.tsx'

// Everything below the first screen loads later.
const CalendarFeedCard = lazyFeature(
  async () => (await import('../calendar-feed/calendar-feed-card.tsx')).CalendarFeedCard,
)
const FunnelChart = lazyFeature(async () => (await import('../funnel/funnel-chart.tsx')).FunnelChart)
const OpeningList = lazyFeature(async () => (await import('../opening/opening-list.tsx')).OpeningList)
const Season = lazyFeature(async () => (await import('./season.tsx')).Season)

const countsQuery = lastKnownOf(getDashboard, {})

/** The overview: who comes next and what is waiting, the seven counts, and how the season fills. */
export function Overview() {
  const counts = useQuery(countsQuery)
  const isOwner = useMay()('owner')
  const isNarrow = useMedia('(max-width: 900px)')
  const overview = useQuery(overviewQuery)
  const hasList = isOwner && overview.data?.isOpeningOver === false
  const isEmpty = counts.data?.totalBookings === 0
  // If nothing can be loaded, show one error.
  if (overview.error && !overview.data && !counts.data) return <WhatIsNext isNarrow={isNarrow} counts={null} />
  return (
    <>
      {hasList && (
        <Suspense fallback={<Skeleton className="mb-4 h-60 w-full" />}>
          <OpeningList />
        </Suspense>
      )}
      <WhatIsNext {...{ isNarrow, hasList, isEmpty }} counts={isNarrow && !isEmpty && <CountsOrReason />} />
      {!(isEmpty && hasList) && (
        <div className="grid items-start gap-4 min-[1250px]:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
          {!counts.isPending && !isEmpty && (
            <Suspense>
              <Season />
            </Suspense>
          )}
          <div className="grid gap-4">
            {!isNarrow && !isEmpty && <CountsOrReason />}
            {!counts.isPending && (
              <Suspense>
                <FunnelChart />
              </Suspense>
            )}
          </div>
        </div>
      )}
    </>
  )
}

function CountsOrReason() {
  const { data, error, isPending, refetch } = useQuery(countsQuery)
  if (isPending) return <Skeleton className="h-60 w-full" />
  return (
    <>
      {error && !data && <TryAgainBanner error={error} onRetry={() => void refetch()} />}
      {data ? <Counts stats={data} /> : <EmptyState title="No dashboard data available" />}
    </>
  )
}

interface WhatIsNextProps {
  isNarrow: boolean
  /** The opening list stands above, and says whether cards and email work. */
  hasList?: boolean
  /** No guest has ever booked: what would be zeros is left out (docs/rules.md §9.12). */
  isEmpty?: boolean
  counts: ReactNode
}

/** On a narrow screen the counts stand below the money, above what seldom changes. */
function WhatIsNext({ isNarrow, hasList = false, isEmpty = false, counts }: WhatIsNextProps) {
  const today = useVenueToday()
  const [feedLink, setFeedLink] = useState<string>()
  const overview = useQuery(overviewQuery)
  return (
    <>
      <Loaded query={overview} height="h-60" className="mb-4" isQuiet>
        {({
          waiting,
          waitingLongest,
          trips: known,
          money,
          merchant,
          failedMails,
          heldMails,
          unsentMails,
          mailsWaitSince,
        }) => {
          // Data cached yesterday still has yesterday's trips.
          const trips = known.filter(({ selectedDate }) => selectedDate >= today)
          const next = trips[0]?.selectedDate
          const nextTrip = next ? (
            <NextTrip date={next} today={today} parties={trips.filter((trip) => trip.selectedDate === next)} />
          ) : (
            <NoTrips isEmpty={isEmpty} />
          )
          const waits = !(isEmpty && isAllZero(waiting)) && <WaitingPanel {...{ waiting, waitingLongest }} />
          const coming = next && <ComingDays trips={trips.filter((trip) => trip.selectedDate !== next)} today={today} />
          const sums = !(isEmpty && isAllZero(money)) && <MoneyPanel money={money} year={today.slice(0, 4)} />
          const rest = (
            <>
              {!hasList && <ServicesPanel {...{ merchant, failedMails, heldMails, unsentMails, mailsWaitSince }} />}
              {!(isEmpty && hasList) && (
                <FoldOnPhone summary="Trips in your calendar">
                  <Suspense>
                    <CalendarFeedCard link={feedLink} onLink={setFeedLink} />
                  </Suspense>
                </FoldOnPhone>
              )}
            </>
          )
          return isNarrow || isEmpty ? (
            <div className="mb-4 grid gap-4">
              {nextTrip}
              <TakenByHand />
              {waits}
              {coming}
              {sums}
              {counts}
              {rest}
            </div>
          ) : (
            <div className="mb-4 grid grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] items-start gap-4">
              <div className="grid gap-4">
                {nextTrip}
                <TakenByHand />
                {coming}
              </div>
              <div className="grid gap-4">
                {waits}
                {sums}
                {rest}
              </div>
            </div>
          )
        }}
      </Loaded>
      {!(isNarrow && overview.data) && counts}
    </>
  )
}

const isAllZero = (numbers: Readonly<Record<string, number>>) => Object.values(numbers).every((one) => one === 0)

function NoTrips({ isEmpty }: { isEmpty: boolean }) {
  return (
    <Box title="Next trip">
      <p className="muted">{isEmpty ? 'Nobody has booked yet.' : 'No upcoming trips.'}</p>
      {isEmpty && (
        <Link to={portal.bookings.calendar.href()} className="link -mb-2 inline-flex min-h-11 items-center">
          See your season
        </Link>
      )}
    </Box>
  )
}

function MoneyPanel({ money, year }: { money: DashboardOverview['money']; year: string }) {
  const overdue = money.overdue > 0 ? `, ${formatCents(money.overdue)} overdue` : ''
  return (
    <FoldOnPhone summary={`Money: ${formatCents(money.due)} due${overdue}`}>
      <Box title="Money">
        <SummaryList
          rows={[
            { label: `Card payments, ${year}`, value: <Money cents={money.captured} /> },
            { label: `Paid by hand, ${year}`, value: <Money cents={money.cash} /> },
            { label: `Refunded, ${year}`, value: <Money cents={money.refunded} /> },
            { label: 'Balances due', value: <Money cents={money.due} />, isDue: true },
          ]}
        />
        {money.overdue > 0 && (
          <p className="mt-1 text-right text-danger text-ui">
            and <Money cents={money.overdue} /> overdue
          </p>
        )}
      </Box>
    </FoldOnPhone>
  )
}

type Services = Pick<DashboardOverview, 'merchant' | 'failedMails' | 'heldMails' | 'unsentMails' | 'mailsWaitSince'>

/** Whether cards and emails work. */
function ServicesPanel({ merchant, failedMails, heldMails, unsentMails, mailsWaitSince }: Services) {
  const { testMode } = useSiteData()
  const cards = !merchant.isConnected
    ? ({ status: 'NEW', label: 'Disconnected' } as const)
    : testMode
      ? ({ status: 'PENDING', label: 'Test cards only' } as const)
      : merchant.needsRefresh
        ? ({ status: 'PENDING', label: 'Needs Refresh' } as const)
        : ({ status: 'CONFIRMED', label: 'Connected' } as const)
  const email = mailsWaitSince
    ? ({ status: 'NEW', label: 'Not going out' } as const)
    : failedMails > 0
      ? ({ status: 'NEW', label: `${failedMails} failed` } as const)
      : heldMails > 0
        ? ({ status: 'NEW', label: `${heldMails} held back` } as const)
        : unsentMails !== null
          ? ({
              status: 'PENDING',
              label: `Email isn't set up${unsentMails > 0 ? `: ${unsentMails} waiting` : ''}`,
            } as const)
          : ({ status: 'CONFIRMED', label: 'None failed' } as const)
  const status =
    failedMails === 0 && heldMails > 0 ? 'held' : failedMails > 0 || unsentMails === null ? 'failed' : undefined
  return (
    <Box title="Cards and email">
      <SummaryList
        rows={[
          {
            label: <Link to={portal.merchantSetup.href()}>Card payments</Link>,
            value: <StatusTag {...cards} />,
          },
          {
            label: <Link to={portal.dashboard.emails.href({ status })}>Email</Link>,
            value: <StatusTag {...email} />,
          },
        ]}
      />
    </Box>
  )
}
