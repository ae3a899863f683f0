import { useState } from 'react'
import { useAdminAuth } from '../../session/session.tsx'
import { Dialog, DialogView } from '../../ui/dialog.tsx'
import { PasskeysView } from '../second-factor/passkeys-view.tsx'
import { RemoveSecondFactorForm } from '../second-factor/remove-second-factor-form.tsx'
import { SecondFactorSetUp } from '../second-factor/second-factor-set-up.tsx'
import { AdminAccountCard, type AdminAccountView } from './admin-account-card.tsx'
import { AdminProfileForm } from './admin-profile-form.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { DevicesView } from './devices-view.tsx'
import { deviceHere } from './keep-signed-in.tsx'

const TITLES: Record<AdminAccountView, string> = {
  card: 'Your account',
  profile: 'Change name or email',
  password: 'Change password',
  devices: "Where you're signed in",
  passkeys: 'Passkeys',
  'set-up': 'Set up two-step sign-in',
  remove: 'Turn off two-step sign-in?',
}

export function AdminAccountDialog({ onClose, onSignOut }: { onClose: () => void; onSignOut: () => void }) {
  const { user, login } = useAdminAuth()
  const [view, setView] = useState<AdminAccountView>('card')
  /** A message about a change made in another view. */
  const [news, setNews] = useState<string>()
  if (!user) return null

  const open = (next: AdminAccountView, done?: string) => {
    setView(next)
    setNews(done)
  }
  const onCancel = () => open('card')
  return (
    <Dialog title={TITLES[view]} onClose={onClose} closesOutside={view === 'card' || view === 'devices'}>
      <DialogView key={view}>
        {view === 'card' && <AdminAccountCard {...{ user, news, onSignOut }} onOpen={open} />}
        {view === 'profile' && <AdminProfileForm {...{ user, onCancel }} onSaved={(said) => open('card', said)} />}
        {view === 'password' && (
          <ChangePasswordForm
            as="admin"
            {...{ user, onCancel }}
            onChanged={(session) => {
              login(session)
              open('card', 'Password changed. Your other devices are signed out.')
            }}
          />
        )}
        {view === 'devices' && <DevicesView onBack={onCancel} />}
        {view === 'passkeys' && <PasskeysView proposal={deviceHere()} onBack={onCancel} />}
        {view === 'set-up' && (
          <SecondFactorSetUp
            {...{ user, onCancel }}
            onDone={() => open('card', "Two-step sign-in is on. From now on you'll need a code to sign in.")}
          />
        )}
        {view === 'remove' && (
          <RemoveSecondFactorForm onCancel={onCancel} onRemoved={() => open('card', 'Two-step sign-in is off.')} />
        )}
      </DialogView>
    </Dialog>
  )
}
