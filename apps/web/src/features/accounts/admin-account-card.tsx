import { logoutEverywhere, type User } from '@arcadia/contract/accounts'
import { getSecondFactor } from '@arcadia/contract/admin/accounts'
import { POSITIONS } from '@arcadia/contract/admin/people'
import { fullName } from '@arcadia/contract/full-name'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { version } from '../../../../../package.json'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { FormAnswer } from '../../forms/form-answer.tsx'
import { FormError } from '../../forms/form-error.tsx'
import { BUSY } from '../../ui/button.tsx'
import { DialogBody } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { SignOutDialog } from '../check-ins/sign-out-dialog.tsx'
import { listChanges } from '../check-ins/waiting-changes.ts'
import { knowsPasskeys } from '../second-factor/passkey.ts'

export type AdminAccountView = 'card' | 'profile' | 'password' | 'devices' | 'passkeys' | 'set-up' | 'remove'

interface AdminAccountCardProps {
  user: User
  /** A message about the last change. */
  news: string | undefined
  onOpen: (view: AdminAccountView) => void
  onSignOut: () => void
}

/** An admin's own account: how and where it is signed in. */
export function AdminAccountCard({ user, news, onOpen, onSignOut }: AdminAccountCardProps) {
  const factor = useQuery({
    ...queryOf(getSecondFactor, {}, { fallback: 'Failed to load your account' }),
    // Refetch each time the card opens: it may just have changed.
    staleTime: 0,
    gcTime: 0,
  })
  const leaveEverywhere = useMutation({
    mutationFn: () => call(logoutEverywhere, {}, { as: 'admin', fallback: 'Failed to sign out everywhere' }),
    onSuccess: onSignOut,
  })
  const [isLeaving, setLeaving] = useState(false)
  function leave() {
    setLeaving(false)
    leaveEverywhere.mutate()
  }
  return (
    <DialogBody className="grid content-start gap-4">
      {isLeaving && <SignOutDialog onSignOut={leave} onClose={() => setLeaving(false)} />}
      {news && <FormAnswer>{news}</FormAnswer>}
      <Loaded query={factor} height="h-24" isQuiet>
        {({ isOn, recoveryCodesLeft, passkeys }) => (
          <>
            <SummaryList
              rows={[
                { label: 'Username', value: <span className="wrap-anywhere">{user.username}</span> },
                { label: 'Name', value: fullName(user) || 'Not set' },
                { label: 'Email', value: <span className="wrap-anywhere">{user.email}</span> },
                user.pendingEmail !== null && {
                  label: 'New email',
                  value: <span className="wrap-anywhere">{user.pendingEmail}, once you click the link</span>,
                },
                user.position && { label: 'Role', value: POSITIONS[user.position].name },
                { label: 'Two-step sign-in', value: isOn ? 'On' : 'Off' },
                knowsPasskeys() && { label: 'Passkeys', value: passkeys || 'None' },
                isOn && { label: 'Recovery codes', value: `${recoveryCodesLeft} left` },
                { label: 'Version', value: version },
              ]}
            />
            <div className="flex flex-wrap gap-x-6 text-ui">
              <button type="button" className="link min-h-11" onClick={() => onOpen('profile')}>
                Change name or email
              </button>
              <button type="button" className="link min-h-11" onClick={() => onOpen(isOn ? 'remove' : 'set-up')}>
                {isOn ? 'Turn off two-step sign-in' : 'Set up two-step sign-in'}
              </button>
              <button type="button" className="link min-h-11" onClick={() => onOpen('password')}>
                Change password
              </button>
              {knowsPasskeys() && (
                <button type="button" className="link min-h-11" onClick={() => onOpen('passkeys')}>
                  {passkeys ? 'Change passkeys' : 'Add a passkey'}
                </button>
              )}
              <button type="button" className="link min-h-11" onClick={() => onOpen('devices')}>
                Where you're signed in
              </button>
              <button
                type="button"
                className="link min-h-11"
                onClick={() => (listChanges().length > 0 ? setLeaving(true) : leave())}
                {...(leaveEverywhere.isPending && BUSY)}
              >
                {leaveEverywhere.isPending ? 'Signing out...' : 'Sign out everywhere'}
              </button>
            </div>
          </>
        )}
      </Loaded>
      <FormError>{leaveEverywhere.error}</FormError>
    </DialogBody>
  )
}
