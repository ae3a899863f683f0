import { getDashboardOverview } from '@arcadia/contract/admin/dashboard'
import { formatShortDate, formatVenueTime, venueDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { lastKnownOf } from '../../api/last-known.ts'
import { sessionOf } from '../../session/session.tsx'
import { useMay } from '../../session/use-may.ts'

/** What every tab of the portal reads. */
export const overviewQuery = lastKnownOf(getDashboardOverview, {})

/** The overview as every tab reads it. A guide has none. */
export function useOverview() {
  const isOffice = useMay()('office')
  return useQuery({ ...overviewQuery, enabled: () => isOffice && sessionOf('admin') !== null })
}

/** How much waits behind each tab, by its id; nothing until it is known. News of the office reads it again. */
export function useWaitingCounts(): Readonly<Record<string, number>> {
  const { data } = useOverview()
  if (!data) return {}
  const { failuresToReview, failuresToRefund, refundRequests, enquiries, bookingQueries, reviews } = data.waiting
  return {
    refunds: failuresToReview + failuresToRefund + refundRequests,
    enquiries,
    'booking-queries': bookingQueries + reviews,
  }
}

function followConnection(onChange: () => void) {
  for (const name of ['online', 'offline']) window.addEventListener(name, onChange)
  return () => {
    for (const name of ['online', 'offline']) window.removeEventListener(name, onChange)
  }
}

/** What is shown counts as of now as long as it is read again each minute. */
const FRESH_MS = 90_000

interface AsOfProps {
  query: { data: unknown; dataUpdatedAt: number; isError: boolean }
  /** What was read then; without it all that is shown. */
  of?: string
}

/** When what is shown was read, where that is a while ago or the portal cannot be reached now. */
export function AsOf({ query: { data, dataUpdatedAt, isError }, of }: AsOfProps) {
  const isOnline = useSyncExternalStore(followConnection, () => navigator.onLine)
  const isAway = isError || !isOnline
  if (!data || !(isAway || dataUpdatedAt < Date.now() - FRESH_MS)) return null
  const at = new Date(dataUpdatedAt)
  const day = venueDate(at) === venueDate(new Date()) ? '' : `${formatShortDate(venueDate(at))}, `
  return (
    <p className="num text-ink-2 text-small min-[700.02px]:mr-auto" role="status">
      {of ? `${of} is as of` : `${isAway ? 'No connection. ' : ''}As of`} {day}
      {formatVenueTime(at)}
    </p>
  )
}

/** The number in the navigation; without anything waiting there is none. */
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
