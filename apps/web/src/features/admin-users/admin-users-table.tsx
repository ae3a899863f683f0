import type { AdminUser } from '@arcadia/contract/accounts'
import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { type Column, DataTable, type Sorting } from '../../list/data-table.tsx'
import { mailLink } from '../../ui/mail-link.ts'
import { Switch } from '../../ui/switch.tsx'
import { RoleTag } from '../../ui/tag.tsx'
import { nameOf } from './admin-user-name.ts'

interface AdminUsersTableProps {
  /** Undefined while they load. */
  users: readonly AdminUser[] | undefined
  /** Who looks at it, and cannot be switched off. */
  ownId: number | undefined
  sorting: Sorting
  rowLink: (id: number) => LinkProps
  onSwitch: (user: AdminUser, isActive: boolean) => void
  empty: ReactNode
}

export function AdminUsersTable({ users, ownId, sorting, rowLink, onSwitch, empty }: AdminUsersTableProps) {
  const columns: readonly Column<AdminUser>[] = [
    {
      key: 'name',
      head: 'Name',
      sort: 'name',
      cell: (user) => (
        <Link
          {...rowLink(user.id)}
          className="row-link inline-block whitespace-normal wrap-anywhere min-[700.02px]:min-w-40"
        >
          {nameOf(user)}
        </Link>
      ),
    },
    {
      key: 'email',
      head: 'Email',
      sort: 'email',
      cell: ({ email }) => (
        <a href={mailLink(email)} className="text-ink-2 no-underline hover:underline wrap-anywhere">
          {email}
        </a>
      ),
    },
    {
      key: 'phone',
      head: 'Phone',
      cell: ({ phoneNumber }) => phoneNumber && <span className="num">{phoneNumber}</span>,
    },
    { key: 'role', head: 'Role', sort: 'role', cell: ({ role }) => <RoleTag role={role} /> },
    {
      key: 'bookings',
      head: 'Bookings',
      sort: 'bookings',
      cell: ({ bookingCount }) => bookingCount,
      isNumber: true,
      inBlock: 'labelled',
    },
    {
      key: 'active',
      head: 'Active',
      cell: (user) => (
        <Switch
          label={`${nameOf(user)} is active`}
          isOn={user.isActive}
          words={{ on: 'Active', off: 'Inactive' }}
          disabled={user.id === ownId}
          onChange={(isActive) => onSwitch(user, isActive)}
        />
      ),
      inBlock: 'corner',
    },
  ]
  return (
    <DataTable caption="Users" columns={columns} rows={users} rowKey={({ id }) => id} sorting={sorting} empty={empty} />
  )
}
