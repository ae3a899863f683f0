import { portal } from '@arcadia/contract/addresses'
import type { DashboardStats } from '@arcadia/contract/admin/dashboard'
import { Link } from 'react-router'
import { FoldOnPhone } from './fold.tsx'

/** The color of each state. */
const MARKS = {
  pending: 'var(--ch-1)',
  confirmed: 'var(--ch-2)',
  completed: 'var(--ch-3)',
  cancelled: 'var(--ch-4)',
}

/** The seven counts (docs/rules.md §9.2), each linking to its list; one line on a phone until it is tapped. */
export function Counts({ stats }: { stats: DashboardStats }) {
  const states = [
    { label: 'Pending', status: 'pending', count: stats.pendingBookings },
    { label: 'Confirmed', status: 'confirmed', count: stats.confirmedBookings },
    { label: 'Completed', status: 'completed', count: stats.completedBookings },
    { label: 'Canceled', status: 'cancelled', count: stats.cancelledBookings },
  ] as const
  const cards = (
    <div className="grid grid-cols-2 gap-2 @max-[10lh]:grid-cols-1">
      <div className="box opens col-span-full p-4">
        <CountText label="Total bookings" count={stats.totalBookings} to={portal.bookings.href({ period: 'all' })} />
        <div className="mt-3 flex h-[0.6rem] gap-0.5 overflow-hidden rounded-1 bg-bg-3" aria-hidden>
          {states
            .filter(({ count }) => count > 0)
            .map(({ status, count }) => (
              <span key={status} className="basis-0" style={{ flexGrow: count, background: MARKS[status] }} />
            ))}
        </div>
      </div>
      {states.map(({ label, status, count }) => (
        <div key={status} className="box opens px-4 py-2">
          <CountText label={label} count={count} to={portal.bookings.href({ status, period: 'all' })} mark={status} />
        </div>
      ))}
      <div className="box opens px-4 py-2">
        <CountText label="Total users" count={stats.totalUsers} to={portal.users.href()} />
      </div>
      <div className="box opens px-4 py-2">
        <CountText label="Active users" count={stats.activeUsers} to={portal.users.href({ status: 'active' })} />
      </div>
    </div>
  )
  return (
    <section aria-label="Counts">
      <FoldOnPhone summary={`${stats.totalBookings} bookings, ${stats.totalUsers} users`}>{cards}</FoldOnPhone>
    </section>
  )
}

interface CountTextProps {
  label: string
  count: number
  to: string
  /** The state whose color shows before the label. */
  mark?: keyof typeof MARKS
}

function CountText({ label, count, to, mark }: CountTextProps) {
  return (
    <div className="flex items-center justify-between gap-2">
      <p className="flex items-center gap-2 font-[560] text-ink-2 text-ui/[1.3]">
        {mark && <i className="size-[0.7rem] flex-none rounded-1" style={{ background: MARKS[mark] }} aria-hidden />}
        <Link to={to} className="row-link">
          {label}
        </Link>
      </p>
      <p className="num font-[400] font-display text-[1.75rem]/none">{count}</p>
    </div>
  )
}
