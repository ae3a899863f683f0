import { type AdminUser, listUsers, setUserStatus } from '@arcadia/contract/admin/accounts'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { AdminList } from '../../list/admin-list.tsx'
import { useListState } from '../../list/use-list-state.ts'
import { useOptimisticChange } from '../../list/use-optimistic-change.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { AdminUserPanel } from './admin-user-panel.tsx'
import { CSV_COLUMNS, nameOf, useUserColumns } from './admin-users-columns.tsx'

export function AdminUsersTab() {
  const status = useOptimisticChange<AdminUser, boolean>({
    lists: [listUsers],
    send: ({ id }, isActive) => call(setUserStatus, { params: { id }, query: { isActive } }),
    foresee: (user, isActive) => ({ ...user, isActive }),
  })
  const [leaving, setLeaving] = useState<AdminUser>()
  const columns = useUserColumns((user, isActive) => (isActive ? status.change(user, true) : setLeaving(user)))
  return (
    <>
      <AdminList
        list={useListState({
          statuses: ['ACTIVE', 'INACTIVE'],
          sorts: ['name', 'email', 'role', 'bookings', 'created'],
        })}
        caption="Users"
        query={(asked) => queryOf(listUsers, { query: asked })}
        columns={columns}
        csv={{ list: 'users', columns: CSV_COLUMNS }}
        search={{ label: 'Search users', placeholder: 'Name, username, email or phone' }}
        refusal={{ message: status.error, onDismiss: status.dismissError }}
        details={(opened) => <AdminUserPanel {...opened} />}
      />
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
            <b>{nameOf(leaving)}</b> will be signed out everywhere and can't sign in again. They lose any unpaid hold
            and their spot on the waitlist.
          </p>
          <p className="muted">Bookings stay as they are. You can reactivate the account anytime.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
