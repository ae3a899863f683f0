import type { AdminUser } from '@arcadia/contract/accounts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CsvColumn } from '../../list/csv.ts'
import { ListEmpty } from '../../list/list-empty.tsx'
import { ListPage } from '../../list/list-page.tsx'
import { statusOptions, toQuery } from '../../list/list-state.ts'
import { useCsvExport } from '../../list/use-csv-export.ts'
import { useListState } from '../../list/use-list-state.ts'
import { useAdminAuth } from '../../session/session.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { nameOf } from './admin-user-name.ts'
import { AdminUserPanel } from './admin-user-panel.tsx'
import { fetchUsers, USERS_LIST, usersQuery, useUserStatus } from './admin-users.queries.ts'
import { AdminUsersTable } from './admin-users-table.tsx'

const STATUS_OPTIONS = statusOptions(USERS_LIST)

const CSV_COLUMNS: readonly CsvColumn<AdminUser>[] = [
  { head: 'Username', value: (user) => user.username },
  { head: 'First name', value: (user) => user.firstName },
  { head: 'Last name', value: (user) => user.lastName },
  { head: 'Email', value: (user) => user.email },
  { head: 'Phone', value: (user) => user.phoneNumber },
  { head: 'Role', value: (user) => user.role },
  { head: 'Active', value: (user) => user.isActive },
  { head: 'Bookings', value: (user) => user.bookingCount },
  { head: 'Since', value: (user) => user.createdAt.toISOString() },
]

export function AdminUsersTab() {
  const { token: signedIn, user: self } = useAdminAuth()
  const token = signedIn ?? ''
  const { list, change, isFiltered, showAll, rowLink, closeRow } = useListState(USERS_LIST)
  const { data, error, refetch } = useQuery({ ...usersQuery(token, list), enabled: signedIn !== null })
  const status = useUserStatus(token)
  const csv = useCsvExport({
    name: 'users',
    columns: CSV_COLUMNS,
    fetchPage: (page, signal) => fetchUsers(token, { ...toQuery(list), page, size: 100 }, signal),
  })
  const [leaving, setLeaving] = useState<AdminUser>()

  return (
    <>
      <ListPage
        statusOptions={STATUS_OPTIONS}
        list={list}
        search={{ label: 'Search users', placeholder: 'Name, username, email or phone' }}
        onChange={change}
        csv={csv}
        error={error}
        onRetry={() => void refetch()}
        refusal={{ message: status.error, onDismiss: status.dismissError }}
        page={data}
      >
        <AdminUsersTable
          users={data?.content}
          ownId={self?.id}
          sorting={{ by: list.sort, onChange: (sort) => change({ sort: sort as typeof list.sort }) }}
          rowLink={rowLink}
          onSwitch={(user, isActive) => (isActive ? status.change(user, true) : setLeaving(user))}
          empty={<ListEmpty what="users" isFiltered={isFiltered} showAll={showAll} />}
        />
      </ListPage>
      {list.id !== undefined && (
        <AdminUserPanel id={list.id} known={data?.content.find(({ id }) => id === list.id)} onClose={closeRow} />
      )}
      {leaving && (
        <ConfirmDialog
          title="Deactivate account"
          confirmLabel={`Deactivate ${nameOf(leaving)}`}
          isDanger
          onClose={() => setLeaving(undefined)}
          onConfirm={() => {
            status.change(leaving, false)
            setLeaving(undefined)
          }}
        >
          <p>
            <b>{nameOf(leaving)}</b> is signed out everywhere at once and cannot sign in again. Spots held without a
            payment are freed, and places on the waiting list are given up.
          </p>
          <p className="muted">Bookings stay as they are. You can activate the account again at any time.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
