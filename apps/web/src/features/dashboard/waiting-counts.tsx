import { getDashboardOverview } from '@arcadia/contract/admin/dashboard'
import { WAITING, WAITING_KINDS } from '@arcadia/contract/admin/waiting'
import { formatPortalTime, formatShortDate, venueDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { lastKnownOf } from '../../api/last-known.ts'
import { sessionOf } from '../../session/session.tsx'
import { useMay } from '../../session/use-may.ts'
import { useOnline } from '../../ui/use-online.ts'

/** Read by every tab of the portal. */
export const overviewQuery = lastKnownOf(getDashboardOverview, {})

/** The overview, shared by all tabs. Guides have none. */
export function useOverview() {
  const isOffice = useMay()('office')
  return useQuery({ ...overviewQuery, enabled: () => isOffice && sessionOf('admin') !== null })
}

/** How much is waiting in each tab, by its name; empty until known. Office news refetches it. */
export function useWaitingCounts(): Readonly<Record<string, number>> {
  const { data } = useOverview()
  if (!data) return {}
  const counts: Record<string, number> = {}
  for (const kind of WAITING_KINDS) {
    const { countedAt } = WAITING[kind]
    if (countedAt) counts[countedAt.tab] = (counts[countedAt.tab] ?? 0) + data.waiting[kind]
  }
  return counts
}

/** Data counts as current if refetched every minute. */
const FRESH_MS = 90_000

interface AsOfProps {
  query: { data: unknown; dataUpdatedAt: number; isError: boolean }
  /** What the time refers to; otherwise everything shown. */
  of?: string
}

/** The time of the shown data, if it is old or the portal is offline. */
export function AsOf({ query: { data, dataUpdatedAt, isError }, of }: AsOfProps) {
  const isOnline = useOnline()
  const isAway = isError || !isOnline
  if (!data || !(isAway || dataUpdatedAt < Date.now() - FRESH_MS)) return null
  const at = new Date(dataUpdatedAt)
  const day = venueDate(at) === venueDate(new Date()) ? '' : `${formatShortDate(venueDate(at))}, `
  return (
    <p className="num text-ink-2 text-small min-[700.02px]:mr-auto" role="status">
      {of ? `${of} is as of` : `${isAway ? 'No connection. ' : ''}As of`} {day}
      {formatPortalTime(at)}
    </p>
  )
}

/** The number in the navigation; hidden when nothing is waiting. */
export function WaitingCount({ count = 0 }: { count: number | undefined }) {
  if (count === 0) return null
  return (
    <>
      <b className="waits num" aria-hidden>
        {count > 99 ? '99+' : count}
      </b>
      <span className="sr">{` ${count} waiting`}</span>
    </>
  )
}
