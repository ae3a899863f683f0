import { portal } from '@arcadia/contract/addresses'
import type { DashboardStats } from '@arcadia/contract/admin/dashboard'
import { Link } from 'react-router'
import { classNames } from '../../ui/class-names.ts'

/** The color of each state. */
const MARKS = {
  pending: 'var(--ch-1)',
  confirmed: 'var(--ch-2)',
  completed: 'var(--ch-3)',
  cancelled: 'var(--ch-4)',
}

/** The seven counts (docs/rules.md §9.2), each linking to its list. */
export function Counts({ stats }: { stats: DashboardStats }) {
  const states = [
    { label: 'Pending', status: 'pending', count: stats.pendingBookings },
    { label: 'Confirmed', status: 'confirmed', count: stats.confirmedBookings },
    { label: 'Completed', status: 'completed', count: stats.completedBookings },
    { label: 'Cancelled', status: 'cancelled', count: stats.cancelledBookings },
  ] as const
  return (
    <section
      className="mb-4 grid max-[900px]:mb-0 grid-cols-[minmax(16rem,1.4fr)_repeat(3,minmax(0,1fr))] gap-4 max-[900px]:grid-cols-2 @max-[10lh]:grid-cols-1"
      aria-label="Counts"
    >
      <div className="box opens row-span-2 flex flex-col max-[900px]:col-span-full max-[900px]:row-auto">
        <CountText
          label="Total bookings"
          count={stats.totalBookings}
          to={portal.bookings.href({ period: 'all' })}
          isLarge
        />
        <div className="mt-auto flex h-[1.1rem] gap-0.5 overflow-hidden rounded-1 bg-bg-3" aria-hidden>
          {states
            .filter(({ count }) => count > 0)
            .map(({ status, count }) => (
              <span key={status} className="basis-0" style={{ flexGrow: count, background: MARKS[status] }} />
            ))}
        </div>
      </div>
      <div className="box opens">
        <CountText label="Total users" count={stats.totalUsers} to={portal.users.href()} />
      </div>
      <div className="box opens">
        <CountText label="Active users" count={stats.activeUsers} to={portal.users.href({ status: 'active' })} />
      </div>
      {states.map(({ label, status, count }) => (
        <div key={status} className="box opens">
          <CountText label={label} count={count} to={portal.bookings.href({ status, period: 'all' })} mark={status} />
        </div>
      ))}
    </section>
  )
}

interface CountTextProps {
  label: string
  count: number
  to: string
  /** The state whose color shows before the label. */
  mark?: keyof typeof MARKS
  isLarge?: boolean
}

function CountText({ label, count, to, mark, isLarge = false }: CountTextProps) {
  return (
    <>
      <p className="flex items-center gap-2 font-[560] text-ink-2 text-ui/[1.3]">
        {mark && <i className="size-[0.7rem] rounded-1" style={{ background: MARKS[mark] }} aria-hidden />}
        <Link to={to} className="row-link">
          {label}
        </Link>
      </p>
      <p
        className={classNames(
          'num font-[400] font-display',
          isLarge ? 'mt-3 mb-6 text-[clamp(4.5rem,8vw,7.5rem)]/[0.84]' : 'mt-[0.35rem] text-[2.875rem]/none',
        )}
      >
        {count}
      </p>
    </>
  )
}
