import { portal } from '@arcadia/contract/addresses'
import { type AdminUser, getUser } from '@arcadia/contract/admin/accounts'
import { listAdminBookings } from '@arcadia/contract/admin/bookings'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { groupInWords } from '@arcadia/contract/riders'
import { formatDate, venueDate } from '@arcadia/contract/trip-date'
import { OPTIONAL_MAILS } from '@arcadia/contract/unsubscriptions'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '../../api/query-of.ts'
import { EmailLink, PhoneLink } from '../../ui/contact-links.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Money } from '../../ui/money.tsx'
import { PanelList, PanelSection, SidePanel } from '../../ui/side-panel.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { ChangeHistory } from '../audit-log/change-history.tsx'
import { nameOf, RoleOf } from './admin-users-columns.tsx'

interface AdminUserPanelProps {
  id: number
  /** Missing when a link leads to a user that isn't in the list. */
  known: AdminUser | undefined
  onClose: () => void
}

export function AdminUserPanel({ id, known, onClose }: AdminUserPanelProps) {
  const asked = useQuery({ ...queryOf(getUser, { params: { id } }), enabled: !known })
  const user = known ?? asked.data
  return (
    <SidePanel title={user ? nameOf(user) : 'User'} onClose={onClose}>
      <Loaded query={{ ...asked, data: user }} height="h-40" isQuiet>
        {(shown) => (
          <>
            <UserFacts user={shown} />
            <UserBookings userId={id} />
            <ChangeHistory kind="user" id={id} />
          </>
        )}
      </Loaded>
    </SidePanel>
  )
}

function UserFacts({ user }: { user: AdminUser }) {
  return (
    <section className="panel__s" aria-label="Account">
      <SummaryList
        rows={[
          { label: 'Username', value: user.username },
          { label: 'Email', value: <EmailLink email={user.email} /> },
          {
            label: 'Phone',
            value: user.phoneNumber ? <PhoneLink phone={user.phoneNumber} to={user.firstName} /> : 'Not given',
          },
          { label: 'Role', value: <RoleOf user={user} /> },
          { label: 'Status', value: user.isActive ? 'Active' : 'Inactive' },
          ...(user.unsubscribedFrom.length > 0
            ? [
                {
                  label: 'Unsubscribed',
                  value: `Gets no ${user.unsubscribedFrom.map((kind) => OPTIONAL_MAILS[kind]).join(' and ')}`,
                },
              ]
            : []),
          { label: 'Since', value: formatDate(venueDate(user.createdAt)) },
        ]}
      />
    </section>
  )
}

function UserBookings({ userId }: { userId: number }) {
  // The latest twenty bookings.
  const bookings = useQuery({
    ...queryOf(listAdminBookings, { query: { page: 0, size: 20, userId } }),
    select: (answer) => (Array.isArray(answer) ? answer : answer.content),
  })
  return (
    <PanelSection title="Bookings">
      <Loaded query={bookings} height="h-24">
        {(rows) => (
          <PanelList rows={rows} empty="No bookings yet.">
            {(booking) => <BookingLine key={booking.id} booking={booking} />}
          </PanelList>
        )}
      </Loaded>
    </PanelSection>
  )
}

function BookingLine({ booking }: { booking: AdminBooking }) {
  return (
    <li>
      <span>
        <Link to={portal.bookings.href({ id: booking.id })} className="row-link num">
          {booking.confirmationNumber}
        </Link>
        <br />
        <span className="small muted">
          {formatDate(booking.selectedDate)}, {groupInWords(booking)}, <Money cents={booking.totalAmount} />
        </span>
      </span>
      <StatusTag status={booking.status} />
    </li>
  )
}
