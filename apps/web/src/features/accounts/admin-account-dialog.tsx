import { useState } from 'react'
import { useAdminAuth } from '../../session/session.tsx'
import { Dialog, DialogView } from '../../ui/dialog.tsx'
import { RemoveSecondFactorForm } from '../second-factor/remove-second-factor-form.tsx'
import { SecondFactorSetUp } from '../second-factor/second-factor-set-up.tsx'
import { AdminAccountCard, type AdminAccountView } from './admin-account-card.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'

const TITLES: Record<AdminAccountView, string> = {
  card: 'Your account',
  password: 'Change password',
  'set-up': 'Set up a second factor',
  remove: 'Remove the second factor?',
}

export function AdminAccountDialog({ onClose, onLogout }: { onClose: () => void; onLogout: () => void }) {
  const { user, login } = useAdminAuth()
  const [view, setView] = useState<AdminAccountView>('card')
  /** What was just changed in another view. */
  const [news, setNews] = useState<string>()
  if (!user) return null

  const open = (next: AdminAccountView, done?: string) => {
    setView(next)
    setNews(done)
  }
  const onCancel = () => open('card')
  return (
    <Dialog title={TITLES[view]} onClose={onClose} closesOutside={view === 'card'}>
      <DialogView key={view}>
        {view === 'card' && <AdminAccountCard {...{ user, news, onLogout }} onOpen={open} />}
        {view === 'password' && (
          <ChangePasswordForm
            as="admin"
            {...{ user, onCancel }}
            onChanged={(session) => {
              login(session)
              open('card', 'Your password is changed. Other devices are signed out.')
            }}
          />
        )}
        {view === 'set-up' && (
          <SecondFactorSetUp
            {...{ user, onCancel }}
            onDone={() => open('card', 'From now on, signing in takes a code as well.')}
          />
        )}
        {view === 'remove' && (
          <RemoveSecondFactorForm onCancel={onCancel} onRemoved={() => open('card', 'The second factor is removed.')} />
        )}
      </DialogView>
    </Dialog>
  )
}
