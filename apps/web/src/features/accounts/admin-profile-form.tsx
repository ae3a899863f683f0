import { isReachable, type User } from '@arcadia/contract/accounts'
import { adminSession } from '../../session/session.tsx'
import { emailsWait, useMailPromise, useMailServer } from '../mails/mail-server.ts'
import { ProfileForm } from './profile-form.tsx'

interface AdminProfileFormProps {
  user: User
  startsAtEmail?: boolean
  onCancel: () => void
  /** With what is said about it. */
  onSaved: (said: string) => void
}

/** The profile of whoever uses the portal, who may be the first to want email before any can go out (docs/rules.md §4.6). */
export function AdminProfileForm({ user, startsAtEmail, onCancel, onSaved }: AdminProfileFormProps) {
  const { isMissing } = useMailServer()
  const promise = useMailPromise()
  const withoutMail = isReachable(user.email)
    ? "Email isn't set up. If you change yours, the link that confirms it will wait."
    : "Email isn't set up, so yours counts as soon as you save."
  return (
    <ProfileForm
      as="admin"
      {...{ user, startsAtEmail, onCancel }}
      moveHelp={isMissing ? withoutMail : undefined}
      onSaved={(saved) => {
        adminSession.changeUser(saved)
        const isMoving = saved.pendingEmail !== null && saved.pendingEmail !== user.pendingEmail
        onSaved(isMoving ? promise(`We sent a link to ${saved.pendingEmail}.`, emailsWait(1)) : 'Saved.')
      }}
    />
  )
}
