import type { User } from '@arcadia/contract/accounts'
import { fullName } from '@arcadia/contract/full-name'
import { formatPhone } from '@arcadia/contract/phone-numbers'
import { FormAnswer } from '../../forms/form-answer.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { EmailText } from '../../ui/email-text.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { AccountControls } from './account-controls.tsx'
import { MemberBenefits } from './member-benefits.tsx'
import { UnconfirmedEmail } from './unconfirmed-email.tsx'

/** `email` opens the profile at the email field. */
export type AccountView = 'card' | 'profile' | 'email' | 'password' | 'close'

interface AccountCardProps {
  user: User
  /** A message about the last change. */
  news: string | undefined
  onOpen: (view: AccountView) => void
  signOut: () => void
}

export function AccountCard({ user, news, onOpen, signOut }: AccountCardProps) {
  const rows = [
    { label: 'Role', value: 'Guest' },
    { label: 'Username', value: user.username },
    { label: 'Email', value: <EmailText email={user.email} /> },
    { label: 'Full name', value: fullName(user) || 'Not given' },
    { label: 'Phone', value: user.phoneNumber ? formatPhone(user.phoneNumber) : 'Not given' },
  ]
  return (
    <>
      <DialogBody className="grid content-start gap-5">
        {news && <FormAnswer>{news}</FormAnswer>}
        {(user.pendingEmail || !user.emailConfirmed) && (
          <UnconfirmedEmail key={user.pendingEmail} user={user} onCorrect={() => onOpen('email')} />
        )}
        <div>
          <SummaryList
            rows={rows.map(({ label, value }) => ({ label, value: <span className="wrap-anywhere">{value}</span> }))}
          />
          <div className="mt-2 flex flex-wrap gap-x-6 text-ui">
            <button type="button" className="link min-h-11" onClick={() => onOpen('profile')}>
              Edit profile
            </button>
            <button type="button" className="link min-h-11" onClick={() => onOpen('password')}>
              {user.hasPassword === false ? 'Set a password' : 'Change password'}
            </button>
          </div>
        </div>
        <MemberBenefits />
        <AccountControls onClose={() => onOpen('close')} />
      </DialogBody>
      <DialogFoot isStacked>
        <Button variant="line" onClick={signOut}>
          Sign Out
        </Button>
      </DialogFoot>
    </>
  )
}
