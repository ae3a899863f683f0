import { type AdminUser, getUser } from '@arcadia/contract/admin-accounts'
import { listAdminBookings } from '@arcadia/contract/admin-bookings'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { formatDate, venueDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '../../api/query-of.ts'
import { mailLink, PhoneLink } from '../../ui/contact-links.tsx'
import { Money } from '../../ui/money.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { RoleTag, StatusTag } from '../../ui/tag.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { ChangeHistory } from '../audit-log/change-history.tsx'
import { nameOf } from './admin-users-columns.tsx'

interface AdminUserPanelProps {
  id: number
  /** When it is in the list; a link may lead to one that is not. */
  known: AdminUser | undefined
  onClose: () => void
}

export function AdminUserPanel({ id, known, onClose }: AdminUserPanelProps) {
  const { data, error, refetch } = useQuery({ ...queryOf(getUser, { params: { id } }), enabled: !known })
  const user = known ?? data
  return (
    <SidePanel title={user ? nameOf(user) : 'User'} onClose={onClose}>
      {error && !user && <TryAgainBanner error={error} onRetry={() => void refetch()} />}
      {!error && !user && <Skeleton className="h-40 w-full" />}
      {user && (
        <>
          <UserFacts user={user} />
          <UserBookings userId={id} />
          <ChangeHistory kind="user" id={id} />
        </>
      )}
    </SidePanel>
  )
}

function UserFacts({ user }: { user: AdminUser }) {
  return (
    <section className="panel__s" aria-label="Account">
      <SummaryList
        rows={[
          { label: 'Username', value: user.username },
          {
            label: 'Email',
            value: (
              <a href={mailLink(user.email)} className="wrap-anywhere">
                {user.email}
              </a>
            ),
          },
          {
            label: 'Phone',
            value: user.phoneNumber ? <PhoneLink phone={user.phoneNumber} /> : 'Not given',
          },
          { label: 'Role', value: <RoleTag role={user.role} /> },
          { label: 'Status', value: user.isActive ? 'Active' : 'Inactive' },
          { label: 'Since', value: formatDate(venueDate(user.createdAt)) },
        ]}
      />
    </section>
  )
}

function UserBookings({ userId }: { userId: number }) {
  // The latest twenty.
  const { data, error, refetch } = useQuery({
    ...queryOf(listAdminBookings, { query: { page: 0, size: 20, userId } }),
    select: (answer) => (Array.isArray(answer) ? answer : answer.content),
  })
  return (
    <section className="panel__s" aria-labelledby="user-bookings">
      <h3 id="user-bookings">Bookings</h3>
      {error && <TryAgainBanner error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-24 w-full" />}
      {data?.length === 0 && <p className="muted">No bookings yet.</p>}
      {data && data.length > 0 && (
        <ul className="panel-list">
          {data.map((booking) => (
            <BookingLine key={booking.id} booking={booking} />
          ))}
        </ul>
      )}
    </section>
  )
}

function BookingLine({ booking }: { booking: AdminBooking }) {
  return (
    <li>
      <span>
        <Link to={{ search: `?tab=bookings&id=${booking.id}` }} className="row-link num">
          {booking.confirmationNumber}
        </Link>
        <br />
        <span className="small muted">
          {formatDate(booking.selectedDate)}, {booking.numberOfGuests}{' '}
          {booking.numberOfGuests === 1 ? 'angler' : 'anglers'}, <Money cents={booking.totalAmount} />
        </span>
      </span>
      <StatusTag status={booking.status} />
    </li>
  )
}
