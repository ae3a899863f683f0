import { openPasswordReset, resetPassword } from '@arcadia/contract/accounts'
import { addresses } from '@arcadia/contract/addresses'
import type { Output } from '@arcadia/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { FormAnswer } from '../../forms/form-answer.tsx'
import { FormView } from '../../forms/form-view.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { useSession } from '../../session/session.tsx'
import { isLinkInvalid, useEmailedLink } from '../../session/use-emailed-link.ts'
import { Banner } from '../../ui/banner.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { DialogEnd } from '../../ui/dialog.tsx'
import { EmailText } from '../../ui/email-text.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PlatePage } from '../../ui/plate-page.tsx'
import { toast } from '../../ui/toast.tsx'
import { FreshLink } from '../fresh-links/fresh-link.tsx'
import { NewPasswordForm } from './accounts.rules.ts'
import { LinkRequestForm } from './link-request-form.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { takeWayBack } from './way-back.ts'

/** Sets a new password from an emailed link and signs a customer in, back where it was asked for; one that doesn't work brings a fresh one. */
export function ResetPasswordPage() {
  const { id, token } = useEmailedLink(addresses.resetPassword)
  return (
    <PlatePage title="Set a new password">
      {token ? <UsableLink key={token} id={id} token={token} /> : <NotUsable id={id} message={undefined} />}
    </PlatePage>
  )
}

function UsableLink({ id, token }: { id: string | undefined; token: string }) {
  const { signIn } = useSession()
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState<string>()
  const [changed, setChanged] = useState<string>()
  const link = useQuery({ ...queryOf(openPasswordReset, { body: { token } }), staleTime: Number.POSITIVE_INFINITY })

  async function setPassword(password: string) {
    try {
      const { message, session } = await call(resetPassword, { body: { token, password } })
      if (!session) return setChanged(message)
      signIn(session)
      await navigate(takeWayBack(session.user.email) ?? addresses.bookings.href(), { replace: true })
      toast(message)
    } catch (error) {
      if (!isLinkInvalid(error)) throw error
      setRefusal(error.message)
    }
  }

  if (changed) return <ChangedByStaff message={changed} />
  const problem = refusal ?? (isLinkInvalid(link.error) ? link.error.message : undefined)
  if (problem) return <NotUsable id={id} message={problem} />
  return (
    <Loaded query={link} height="h-60" className="m-6">
      {(owner) => <NewPassword owner={owner} onSubmit={setPassword} />}
    </Loaded>
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

interface NewPasswordProps {
  owner: Output<typeof openPasswordReset>
  onSubmit: (password: string) => Promise<void>
}

function NewPassword({ owner: { username, email }, onSubmit }: NewPasswordProps) {
  const { user } = useSession()
  const form = useContractForm(NewPasswordForm, { password: '', confirmPassword: '' })
  const submit = form.submit(({ password }) => onSubmit(password))
  const isOther = user !== null && user.username !== username
  return (
    <FormView form={form} onSubmit={submit} submit="Save the password" busyLabel="Saving...">
      {isOther && (
        <Banner tone="info">
          You're signed in as{' '}
          <b>
            <EmailText email={user.email} />
          </b>
          . This link is for another account.
        </Banner>
      )}
      <p className="wrap-anywhere">
        For{' '}
        <b>
          <EmailText email={email} />
        </b>
      </p>
      <NewPasswordFields form={form} name="password" label="New password" username={username} />
    </FormView>
  )
}

function ChangedByStaff({ message }: { message: string }) {
  return (
    <DialogEnd
      way={
        <Link reloadDocument to={addresses.staffSignIn.href()} className={buttonClass({ variant: 'cta' })}>
          Owner sign-in
        </Link>
      }
    >
      <FormAnswer>{message}</FormAnswer>
    </DialogEnd>
  )
}
