import { getMe, resetPassword } from '@arcadia/contract/accounts'
import { addresses } from '@arcadia/contract/addresses'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { useDialogs } from '../../dialogs.ts'
import { FormAnswer } from '../../forms/form-answer.tsx'
import { FormView } from '../../forms/form-view.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { useSession } from '../../session/session.tsx'
import { isLinkInvalid, useEmailedLink } from '../../session/use-emailed-link.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogEnd } from '../../ui/dialog.tsx'
import { PlatePage } from '../../ui/plate-page.tsx'
import { FreshLink } from '../fresh-links/fresh-link.tsx'
import { NewPasswordForm } from './accounts.rules.ts'
import { LinkRequestForm } from './link-request-form.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'

interface Outcome {
  /** The link this outcome belongs to. */
  token: string
  /** The server's message. */
  message: string
  isRefused: boolean
}

/** Sets a new password from an emailed link; one that doesn't work brings a fresh one. */
export function ResetPasswordPage() {
  const { id, token } = useEmailedLink(addresses.resetPassword)
  const { user } = useSession()
  const [outcome, setOutcome] = useState<Outcome>()
  const isSettled = outcome?.token === token

  async function setPassword(password: string) {
    if (!token) return
    try {
      const { message } = await call(resetPassword, { body: { token, password } })
      // The server has ended the account's sessions, but one at checkout still works until that is over.
      if (user) await call(getMe, {}, { endsQuietly: true }).catch(() => {})
      setOutcome({ token, message, isRefused: false })
    } catch (error) {
      if (!isLinkInvalid(error)) throw error
      setOutcome({ token, message: error.message, isRefused: true })
    }
  }

  return (
    <PlatePage title="Set a new password">
      {token && !isSettled && <NewPassword key={token} onSubmit={setPassword} />}
      {isSettled && outcome && !outcome.isRefused && <PasswordChanged message={outcome.message} />}
      {(!token || (isSettled && outcome?.isRefused)) && <NotUsable id={id} message={outcome?.message} />}
    </PlatePage>
  )
}

/** Without an id, as in older links and on the page that sign-in leads to, an address is asked for. */
function NotUsable({ id, message }: { id: string | undefined; message: string | undefined }) {
  if (id) return <FreshLink id={id} message={message} />
  return (
    <>
      {message && <Banner className="mx-6 mt-5">{message}</Banner>}
      <LinkRequestForm>
        <Link to={addresses.home.href()} className="link -my-2 min-h-11 justify-self-start text-ui">
          Back to home
        </Link>
      </LinkRequestForm>
    </>
  )
}

function NewPassword({ onSubmit }: { onSubmit: (password: string) => Promise<void> }) {
  const form = useContractForm(NewPasswordForm, { password: '', confirmPassword: '' })
  const submit = form.submit(({ password }) => onSubmit(password))
  return (
    <FormView form={form} onSubmit={submit} submit="Save the password" busyLabel="Saving...">
      <NewPasswordFields form={form} name="password" label="New password" />
    </FormView>
  )
}

function PasswordChanged({ message }: { message: string }) {
  const { openSignIn } = useDialogs()
  return (
    <DialogEnd
      way={
        <Button variant="cta" onClick={() => openSignIn()}>
          Sign In
        </Button>
      }
    >
      <FormAnswer>{message}</FormAnswer>
      <p className="small muted">
        <Link reloadDocument to={addresses.staffSignIn.href()}>
          Owner sign-in
        </Link>
      </p>
    </DialogEnd>
  )
}
