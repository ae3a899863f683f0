import type { User } from '@arcadia/contract/accounts'
import { useEffect, useState } from 'react'
import type { DialogProps } from '../../dialogs.ts'
import { customerSession, useSession } from '../../session/session.tsx'
import { Dialog, DialogView } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { AccountCard, type AccountView } from './account-card.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { CloseAccountForm } from './close-account-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { useFreshUser } from './use-fresh-user.ts'

export function AccountDialog({ onClose }: DialogProps<'account'>) {
  const { user, signIn, signOut } = useSession()
  const [view, setView] = useState<AccountView>('card')
  /** What was just changed in another view. */
  const [news, setNews] = useState<string>()
  useFreshUser()
  // Signed out here, in another tab or by the server.
  useEffect(() => {
    if (!user) onClose()
  }, [user, onClose])
  if (!user) return null

  const open = (next: AccountView, done?: string) => {
    setView(next)
    setNews(done)
  }
  return (
    <Dialog title={<span className="wrap-anywhere">{titleOf(view, user)}</span>} onClose={onClose}>
      <DialogView key={view}>
        {view === 'card' && <AccountCard {...{ user, news, signOut }} onOpen={open} />}
        {(view === 'profile' || view === 'email') && (
          <ProfileForm
            user={user}
            startsAtEmail={view === 'email'}
            onCancel={() => open('card')}
            onSaved={(changed) => {
              customerSession.changeUser(changed)
              open('card', 'Profile saved.')
            }}
          />
        )}
        {view === 'password' && (
          <ChangePasswordForm
            user={user}
            onCancel={() => open('card')}
            onChanged={(session) => {
              signIn(session)
              open('card', 'Password changed. Your other devices are signed out.')
            }}
          />
        )}
        {view === 'close' && (
          <CloseAccountForm
            user={user}
            onCancel={() => open('card')}
            onClosed={() => {
              signOut()
              toast('Your account is closed.')
            }}
          />
        )}
      </DialogView>
    </Dialog>
  )
}

function titleOf(view: AccountView, user: User): string {
  switch (view) {
    case 'card':
      return `Welcome, ${user.firstName || user.username}`
    case 'password':
      return 'Change password'
    case 'close':
      return 'Close your account?'
    default:
      return 'Edit profile'
  }
}
