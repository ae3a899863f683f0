import { confirmEmail } from '@arcadia/contract/accounts'
import { addresses } from '@arcadia/contract/addresses'
import { useQuery } from '@tanstack/react-query'
import { ApiError, call } from '../../api/call.ts'
import { useDialogs } from '../../dialogs.ts'
import { FormAnswer } from '../../forms/form-answer.tsx'
import { useSession } from '../../session/session.tsx'
import { LINK_INCOMPLETE, useEmailedLink } from '../../session/use-emailed-link.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogEnd } from '../../ui/dialog.tsx'
import { backToHome, PlatePage } from '../../ui/plate-page.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { FreshLink } from '../fresh-links/fresh-link.tsx'
import { ResendOutcome, useResendConfirmation } from './unconfirmed-email.tsx'
import { useFreshUser } from './use-fresh-user.ts'

/** Confirms the address from an emailed link as soon as the page opens. */
export function ConfirmEmailPage() {
  const { id, token } = useEmailedLink(addresses.confirmEmail)
  return (
    <PlatePage title="Confirm your email">
      {token ? <Confirmation token={token} /> : id ? <FreshLink id={id} /> : <NotConfirmed message={LINK_INCOMPLETE} />}
    </PlatePage>
  )
}

function Confirmation({ token }: { token: string }) {
  // A query although it changes data, so that it runs once per token however often the page renders.
  const { data, error, refetch } = useQuery({
    queryKey: ['confirm-email', token],
    queryFn: () => call(confirmEmail, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const code = error instanceof ApiError && error.code
  if (data) return <Confirmed message={data.message} />
  if (error && code === 'link-invalid') return <NotConfirmed message={error.message} />
  // Someone else made an account with the address first, or there was no answer.
  if (error)
    return (
      <DialogEnd
        way={
          code === 'email-taken' ? (
            backToHome
          ) : (
            <Button variant="cta" onClick={() => void refetch()}>
              Try again
            </Button>
          )
        }
      >
        <Banner>{error.message}</Banner>
      </DialogEnd>
    )
  return (
    <div className="grid place-items-center p-10">
      <Spinner label="Confirming your email address" />
    </div>
  )
}

function Confirmed({ message }: { message: string }) {
  useFreshUser()
  return (
    <DialogEnd way={backToHome}>
      <FormAnswer>{message}</FormAnswer>
    </DialogEnd>
  )
}

function NotConfirmed({ message }: { message: string }) {
  const { user } = useSession()
  const { openSignIn } = useDialogs()
  return (
    <DialogEnd
      way={
        user ? (
          <Resend />
        ) : (
          <Button variant="cta" onClick={() => openSignIn()}>
            Sign In
          </Button>
        )
      }
    >
      <Banner>{message}</Banner>
      <p className="muted wrap-anywhere">
        {user
          ? `We can send a new link to ${user.pendingEmail ?? user.email}.`
          : "Sign in and we'll send a new link to your address."}
      </p>
    </DialogEnd>
  )
}

function Resend() {
  const resend = useResendConfirmation()
  return (
    <div className="grid">
      <ResendOutcome resend={resend} className="not-empty:mb-3" />
      <Button variant="cta" busy={resend.isPending} busyLabel="Sending..." onClick={() => resend.mutate()}>
        Send a new link
      </Button>
    </div>
  )
}
