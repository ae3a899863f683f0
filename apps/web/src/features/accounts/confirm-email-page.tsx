import { confirmEmail } from '@arcadia/contract/accounts'
import { useQuery } from '@tanstack/react-query'
import { ApiError, call } from '../../api/call.ts'
import { useDialogs } from '../../dialogs.ts'
import { FormAnswer } from '../../forms/form-answer.tsx'
import { useSession } from '../../session/session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { PlatePage } from '../../ui/plate-page.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ResendOutcome, useResendConfirmation } from './unconfirmed-email.tsx'
import { useFreshUser } from './use-fresh-user.ts'
import { useLinkToken } from './use-link-token.ts'

/** Confirms the address with the link of an email, as soon as it is opened. */
export function ConfirmEmailPage() {
  const token = useLinkToken()
  return (
    <PlatePage title="Confirm your email">
      {token ? (
        <Confirmation token={token} />
      ) : (
        <NotConfirmed message="Part of this link is missing. Open it from the email again." />
      )}
    </PlatePage>
  )
}

function Confirmation({ token }: { token: string }) {
  // A query, though it changes something: it runs once for a token, however often the page is drawn.
  const { data, error, refetch } = useQuery({
    queryKey: ['confirm-email', token],
    queryFn: () => call(confirmEmail, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data) return <Confirmed message={data.message} />
  if (error instanceof ApiError && error.code === 'link-invalid') return <NotConfirmed message={error.message} />
  if (error instanceof ApiError && error.code === 'email-taken') return <Taken message={error.message} />
  if (error) return <NotReached message={error.message} onRetry={() => void refetch()} />
  return (
    <div className="grid place-items-center p-10">
      <Spinner label="Confirming your email address" />
    </div>
  )
}

function Confirmed({ message }: { message: string }) {
  useFreshUser()
  return (
    <>
      <DialogBody>
        <FormAnswer>{message}</FormAnswer>
      </DialogBody>
      <DialogFoot isStacked>
        <LinkButton to="/" variant="cta">
          Back to home
        </LinkButton>
      </DialogFoot>
    </>
  )
}

/** Somebody else made an account with the address before the link was opened. */
function Taken({ message }: { message: string }) {
  return (
    <>
      <DialogBody>
        <Banner>{message}</Banner>
      </DialogBody>
      <DialogFoot isStacked>
        <LinkButton to="/" variant="cta">
          Back to home
        </LinkButton>
      </DialogFoot>
    </>
  )
}

function NotReached({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <>
      <DialogBody>
        <Banner>{message}</Banner>
      </DialogBody>
      <DialogFoot isStacked>
        <Button variant="cta" onClick={onRetry}>
          Try again
        </Button>
      </DialogFoot>
    </>
  )
}

function NotConfirmed({ message }: { message: string }) {
  const { user } = useSession()
  const { openSignIn } = useDialogs()
  return (
    <>
      <DialogBody className="grid content-start gap-4">
        <Banner>{message}</Banner>
        <p className="muted wrap-anywhere">
          {user
            ? `We can send a new link to ${user.pendingEmail ?? user.email}.`
            : "Sign in and we'll send a new link to your address."}
        </p>
      </DialogBody>
      <DialogFoot isStacked>
        {user ? (
          <Resend />
        ) : (
          <Button variant="cta" onClick={() => openSignIn()}>
            Sign In
          </Button>
        )}
      </DialogFoot>
    </>
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
