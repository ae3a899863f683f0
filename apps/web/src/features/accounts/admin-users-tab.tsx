import type { AdminUser } from '@arcadia/contract/accounts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CsvColumn } from '../../csv.ts'
import { statusOptions, toQuery } from '../../list-state.ts'
import { useAdminAuth } from '../../session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { ListSearch } from '../../ui/list-search.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { useCsvExport } from '../../use-csv-export.ts'
import { useListState } from '../../use-list-state.ts'
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
      <div className="list-tools">
        <SegmentedFilter
          label="Status"
          options={STATUS_OPTIONS}
          value={list.status}
          onChange={(value) => change({ status: value })}
        />
        <ListSearch
          label="Search users"
          placeholder="Name, username, email or phone"
          value={list.q}
          onChange={(q) => change({ q }, true)}
        />
        <ExportButton progress={csv.progress} onStart={() => void csv.start()} />
      </div>
      {status.error && (
        <Banner className="mb-4" onDismiss={status.dismissError}>
          {status.error}
        </Banner>
      )}
      {csv.error && (
        <Banner className="mb-4" onDismiss={csv.dismissError}>
          {csv.error}
        </Banner>
      )}
      {error && <TryAgainBanner className="mb-4" message={error.message} onRetry={() => void refetch()} />}
      {(data || !error) && (
        <AdminUsersTable
          users={data?.content}
          ownId={self?.id}
          sorting={{ by: list.sort, onChange: (sort) => change({ sort: sort as typeof list.sort }) }}
          rowLink={rowLink}
          onSwitch={(user, isActive) => (isActive ? status.change(user, true) : setLeaving(user))}
          empty={
            <EmptyState title={isFiltered ? 'No users match' : 'No users yet'}>
              {isFiltered && <Button onClick={showAll}>Show all users</Button>}
            </EmptyState>
          }
        />
      )}
      {data && data.content.length > 0 && (
        <Pagination page={list.page} totalPages={data.totalPages} onChange={(page) => change({ page })} />
      )}
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
