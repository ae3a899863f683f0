import { cancelEmailChange, resendConfirmation, type User } from '@arcadia/contract/accounts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { FormError } from '../../forms/form-error.tsx'
import { customerSession } from '../../session/session.tsx'
import { BUSY } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'

/** The quiet line while the address is unconfirmed: it is mistyped, or the email went astray. */
export function UnconfirmedEmail({ user, onCorrect }: { user: User; onCorrect: () => void }) {
  const resend = useResendConfirmation()
  return (
    <div className="small border-l-2 border-warn pl-3">
      <p className="muted">
        <span className="wrap-anywhere">{user.email}</span> isn't confirmed yet. Click the link in the email we sent.
      </p>
      <p className="flex flex-wrap gap-x-5 text-ui">
        <button type="button" className="link min-h-11" onClick={() => resend.mutate()} {...(resend.isPending && BUSY)}>
          Send it again
        </button>
        <button type="button" className="link min-h-11" onClick={onCorrect}>
          Change email
        </button>
      </p>
      <ResendOutcome resend={resend} />
    </div>
  )
}

/** Emails the link to confirm the address once more. */
export function useResendConfirmation() {
  return useMutation({ mutationFn: () => call(resendConfirmation, {}) })
}

interface ResendOutcomeProps {
  resend: ReturnType<typeof useResendConfirmation>
  className?: string
}

/** What came of it; there from the start, so that it is announced. */
export function ResendOutcome({ resend: { data, error }, className }: ResendOutcomeProps) {
  return (
    <p role="status" className={classNames('font-medium', error && 'text-danger', className)}>
      {error?.message ?? data?.message}
    </p>
  )
}

interface PendingEmailProps {
  email: string
  pendingEmail: string
}

/** The quiet line while a new address waits for its link to be opened. */
export function PendingEmail({ email, pendingEmail }: PendingEmailProps) {
  const resend = useResendConfirmation()
  const cancel = useMutation({
    mutationFn: () => call(cancelEmailChange, {}),
    onSuccess: customerSession.changeUser,
  })
  const isBusy = resend.isPending || cancel.isPending
  return (
    <div className="small border-l-2 border-warn pl-3">
      <p className="muted wrap-anywhere">
        Click the link we sent to <b className="text-ink">{pendingEmail}</b> to change your email. Until then we use{' '}
        {email}.
      </p>
      <p className="flex flex-wrap gap-x-5 text-ui">
        <button type="button" className="link min-h-11" onClick={() => resend.mutate()} {...(isBusy && BUSY)}>
          Send it again
        </button>
        <button type="button" className="link min-h-11" onClick={() => cancel.mutate()} {...(isBusy && BUSY)}>
          Keep my old email
        </button>
      </p>
      <ResendOutcome resend={resend} />
      <FormError>{cancel.error}</FormError>
    </div>
  )
}
