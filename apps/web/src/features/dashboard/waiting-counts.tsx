import { getDashboardOverview } from '@arcadia/contract/dashboard'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query-of.ts'

/** How much waits behind each tab, by its id; nothing until it is known. News of the office reads it again. */
export function useWaitingCounts(): Readonly<Record<string, number>> {
  const { data } = useQuery(queryOf(getDashboardOverview, {}))
  if (!data) return {}
  const { failuresToReview, failuresToRefund, refundRequests, enquiries, bookingQueries, reviews } = data.waiting
  return {
    refunds: failuresToReview + failuresToRefund + refundRequests,
    enquiries,
    'booking-queries': bookingQueries + reviews,
  }
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
