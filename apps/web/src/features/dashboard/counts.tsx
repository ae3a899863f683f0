import type { DashboardStats } from '@arcadia/contract/dashboard'
import { Link } from 'react-router'

/** The seven counts of the specification; each leads to its list. */
export function Counts({ stats }: { stats: DashboardStats }) {
  const states = [
    { label: 'Pending', status: 'pending', count: stats.pendingBookings },
    { label: 'Confirmed', status: 'confirmed', count: stats.confirmedBookings },
    { label: 'Completed', status: 'completed', count: stats.completedBookings },
    { label: 'Cancelled', status: 'cancelled', count: stats.cancelledBookings },
  ]
  return (
    <section className="counts" aria-label="Counts">
      <div className="box counts__total">
        <CountText label="Total bookings" count={stats.totalBookings} to="?tab=bookings" />
        <div className="stack" aria-hidden>
          {states
            .filter(({ count }) => count > 0)
            .map(({ status, count }) => (
              <span key={status} className={`mark--${status}`} style={{ flexGrow: count }} />
            ))}
        </div>
      </div>
      <div className="box">
        <CountText label="Total users" count={stats.totalUsers} to="?tab=users" />
      </div>
      <div className="box">
        <CountText label="Active users" count={stats.activeUsers} to="?tab=users&status=active" />
      </div>
      {states.map(({ label, status, count }) => (
        <div key={status} className="box">
          <CountText label={label} count={count} to={`?tab=bookings&status=${status}`} mark={status} />
        </div>
      ))}
    </section>
  )
}

interface CountTextProps {
  label: string
  count: number
  to: string
  /** The state whose colour stands before the label. */
  mark?: string
}

function CountText({ label, count, to, mark }: CountTextProps) {
  return (
    <>
      <p className="stat__l">
        {mark && <i className={`mark--${mark}`} aria-hidden />}
        <Link to={{ search: to }} className="row-link">
          {label}
        </Link>
      </p>
      <p className="stat__n num">{count}</p>
    </>
  )
}
