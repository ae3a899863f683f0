import { cancelEmailChange } from '@arcadia/contract/accounts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { FormError } from '../../forms/form-error.tsx'
import { customerSession } from '../../session/session.tsx'
import { ResendOutcome, useResendConfirmation } from './unconfirmed-email.tsx'

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
        Open the link we sent to <b className="text-ink">{pendingEmail}</b> to change your email. Until then we use{' '}
        {email}.
      </p>
      <p className="flex flex-wrap gap-x-5 text-ui">
        <button type="button" className="link min-h-11" disabled={isBusy} onClick={() => resend.mutate()}>
          Send it again
        </button>
        <button type="button" className="link min-h-11" disabled={isBusy} onClick={() => cancel.mutate()}>
          Keep my old email
        </button>
      </p>
      <ResendOutcome resend={resend} />
      <FormError>{cancel.error?.message}</FormError>
    </div>
  )
}
