import type { User } from '@arcadia/contract/accounts'
import { useEffect, useState } from 'react'
import type { DialogProps } from '../../dialogs.ts'
import { customerSession, useSession } from '../../session/session.tsx'
import { Dialog, DialogView } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { AccountCard, type AccountView } from './account-card.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { CloseAccountForm } from './close-account-form.tsx'
import { PasswordNeeded } from './password-needed.tsx'
import { ProfileForm } from './profile-form.tsx'
import { useFreshUser } from './use-fresh-user.ts'

export function AccountDialog({ onClose }: DialogProps<'account'>) {
  const { user, signIn, signOut } = useSession()
  const [view, setView] = useState<AccountView>('card')
  /** A message about a change made in another view. */
  const [news, setNews] = useState<string>()
  useFreshUser()
  // Signed out here, in another tab, or by the server.
  useEffect(() => {
    if (!user) onClose()
  }, [user, onClose])
  if (!user) return null
  // Sessions stored before passwordless accounts existed don't say.
  const hasPassword = user.hasPassword !== false

  const open = (next: AccountView, done?: string) => {
    setView(next)
    setNews(done)
  }
  return (
    <Dialog
      title={<span className="wrap-anywhere">{titleOf(view, user)}</span>}
      onClose={onClose}
      onBack={() => {
        if (view === 'card') return false
        open('card')
        return true
      }}
    >
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
        {(view === 'password' || view === 'close') && !hasPassword && (
          <PasswordNeeded user={user} onBack={() => open('card')}>
            {view === 'password'
              ? "Your account doesn't have a password yet. We'll email you a link to set one."
              : "Only someone with your password can close your account, and it doesn't have one yet. We'll email you a link to set one first."}
          </PasswordNeeded>
        )}
        {view === 'password' && hasPassword && (
          <ChangePasswordForm
            user={user}
            onCancel={() => open('card')}
            onChanged={(session) => {
              signIn(session)
              open('card', 'Password changed. Your other devices are signed out.')
            }}
          />
        )}
        {view === 'close' && hasPassword && (
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
      return user.hasPassword === false ? 'Set a password' : 'Change password'
    case 'close':
      return 'Close your account?'
    default:
      return 'Edit profile'
  }
}
