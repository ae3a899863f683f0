import { portal } from '@arcadia/contract/addresses'
import type { DashboardOverview } from '@arcadia/contract/admin/dashboard'
import { Link } from 'react-router'
import { Box } from '../../ui/box.tsx'

type Waiting = DashboardOverview['waiting']

/** Calls first, because those groups would be standing at the ramp; then money, which people want most urgently. */
const KINDS: readonly { key: keyof Waiting; one: string; many: string; to: string }[] = [
  {
    key: 'groupsToReach',
    one: 'group to call: their day is off',
    many: 'groups to call: their day is off',
    to: portal.dashboard.dayMoves.href(),
  },
  { key: 'failuresToReview', one: 'payment to review', many: 'payments to review', to: portal.refunds.href() },
  { key: 'failuresToRefund', one: 'payment to refund', many: 'payments to refund', to: portal.refunds.href() },
  { key: 'refundRequests', one: 'refund request', many: 'refund requests', to: portal.refunds.href() },
  {
    key: 'bookingQueries',
    one: 'booking query',
    many: 'booking queries',
    to: portal.bookingQueries.href({ status: 'new' }),
  },
  { key: 'enquiries', one: 'new enquiry', many: 'new enquiries', to: portal.enquiries.href({ status: 'new' }) },
  {
    key: 'overdueBalances',
    one: 'overdue balance',
    many: 'overdue balances',
    to: portal.bookings.href({ status: 'overdue' }),
  },
  { key: 'reviews', one: 'review to approve', many: 'reviews to approve', to: portal.bookingQueries.reviews.href() },
]

/** Everything waiting for the owner, each linking to its tab. */
export function WaitingPanel({ waiting }: { waiting: Waiting }) {
  const open = KINDS.filter(({ key }) => waiting[key] > 0)
  return (
    <Box title="Needs a reply">
      {open.length === 0 ? (
        <p className="muted">You're all caught up.</p>
      ) : (
        <ul className="border-line border-t">
          {open.map(({ key, one, many, to }) => (
            <li key={key} className="group">
              <Link
                to={to}
                className="flex min-h-11 items-baseline gap-3 border-line border-b py-[0.55rem] text-ink leading-[1.35] no-underline hover:underline group-last:border-b-0 group-last:pb-0"
              >
                <b className="num min-w-[1.9rem] rounded-1 bg-(--redtail-600) px-[0.45rem] py-[0.12rem] text-center text-[#fff6ec] text-label">
                  {waiting[key]}
                </b>{' '}
                {waiting[key] === 1 ? one : many}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Box>
  )
}
