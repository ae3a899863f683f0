import type { AdminUser } from '@arcadia/contract/admin/accounts'
import { POSITIONS } from '@arcadia/contract/admin/people'
import { fullName } from '@arcadia/contract/full-name'
import { formatPhone } from '@arcadia/contract/phone-numbers'
import { EmailCell } from '../../list/cells.tsx'
import { type CsvColumn, csvMoment } from '../../list/csv.ts'
import type { Column } from '../../list/data-table.tsx'
import { RowLink } from '../../list/row-link.tsx'
import { useAdminAuth } from '../../session/session.tsx'
import { Switch } from '../../ui/switch.tsx'
import { RoleTag, statusLabel } from '../../ui/tag.tsx'

export const CSV_COLUMNS: readonly CsvColumn<AdminUser>[] = [
  { head: 'Username', value: (user) => user.username },
  { head: 'First name', value: (user) => user.firstName },
  { head: 'Last name', value: (user) => user.lastName },
  { head: 'Email', value: (user) => user.email },
  { head: 'Phone', phone: (user) => user.phoneNumber },
  { head: 'Role', value: ({ role, position }) => (position ? POSITIONS[position].name : statusLabel(role)) },
  { head: 'Active', value: (user) => (user.isActive ? 'Yes' : 'No') },
  { head: 'Bookings', value: (user) => user.bookingCount },
  { head: 'Since (Eastern)', value: (user) => csvMoment(user.createdAt) },
]

export function useUserColumns(onSwitch: (user: AdminUser, isActive: boolean) => void): readonly Column<AdminUser>[] {
  const { user: self } = useAdminAuth()
  return [
    {
      head: 'Name',
      sort: 'name',
      cell: (user) => (
        <RowLink id={user.id} className="inline-block whitespace-normal wrap-anywhere min-[700.02px]:min-w-40">
          {nameOf(user)}
        </RowLink>
      ),
    },
    { head: 'Email', sort: 'email', cell: ({ email }) => <EmailCell email={email} /> },
    {
      head: 'Phone',
      cell: ({ phoneNumber }) => phoneNumber && <span className="num">{formatPhone(phoneNumber)}</span>,
    },
    { head: 'Role', sort: 'role', cell: (user) => <RoleOf user={user} /> },
    {
      head: 'Bookings',
      sort: 'bookings',
      cell: ({ bookingCount }) => bookingCount,
      isNumber: true,
      inBlock: 'labelled',
    },
    {
      head: 'Active',
      cell: (user) => (
        <Switch
          label={`${nameOf(user)} is active`}
          isOn={user.isActive}
          words={{ on: 'Active', off: 'Inactive' }}
          // Admins can't deactivate themselves.
          disabled={user.id === self?.id}
          onChange={(isActive) => onSwitch(user, isActive)}
        />
      ),
      inBlock: 'corner',
    },
  ]
}

/** The name, or the username if there is no name. */
export function nameOf({ firstName, lastName, username }: AdminUser): string {
  return fullName({ firstName, lastName }) || username
}

/** Staff have a position in addition to the role. */
export function RoleOf({ user: { role, position } }: { user: AdminUser }) {
  return (
    <span className="inline-flex items-center gap-2">
      <RoleTag role={role} /> {position && POSITIONS[position].name}
    </span>
  )
}
