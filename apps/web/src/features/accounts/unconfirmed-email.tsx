import { cancelEmailChange, resendConfirmation, type User } from '@arcadia/contract/accounts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { FormError } from '../../forms/form-error.tsx'
import { customerSession } from '../../session/session.tsx'
import { BUSY } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'

/** The quiet line while an address, the account's own or a new one, waits for its link to be opened. */
export function UnconfirmedEmail({ user, onCorrect }: { user: User; onCorrect: () => void }) {
  const { email, pendingEmail } = user
  const resend = useResendConfirmation()
  const cancel = useMutation({
    mutationFn: () => call(cancelEmailChange, {}),
    onSuccess: customerSession.changeUser,
  })
  const isBusy = resend.isPending || cancel.isPending
  const link = (words: string, onClick: () => void, isOff: boolean) => (
    <button type="button" className="link min-h-11" onClick={onClick} {...(isOff && BUSY)}>
      {words}
    </button>
  )
  return (
    <div className="small border-l-2 border-warn pl-3">
      <p className="muted wrap-anywhere">
        {pendingEmail ? (
          <>
            Click the link we sent to <b className="text-ink">{pendingEmail}</b> to change your email. Until then we use{' '}
            {email}.
          </>
        ) : (
          `${email} isn't confirmed yet. Click the link in the email we sent.`
        )}
      </p>
      <p className="flex flex-wrap gap-x-5 text-ui">
        {link('Send it again', () => resend.mutate(), isBusy)}
        {pendingEmail
          ? link('Keep my old email', () => cancel.mutate(), isBusy)
          : link('Change email', onCorrect, false)}
      </p>
      <ResendOutcome resend={resend} />
      <FormError>{cancel.error}</FormError>
    </div>
  )
}

/** Emails the confirmation link again. */
export function useResendConfirmation() {
  return useMutation({ mutationFn: () => call(resendConfirmation, {}) })
}

interface ResendOutcomeProps {
  resend: ReturnType<typeof useResendConfirmation>
  className?: string
}

/** The result. Always in the page, so screen readers announce changes. */
export function ResendOutcome({ resend: { data, error }, className }: ResendOutcomeProps) {
  return (
    <p role="status" className={classNames('font-medium', error && 'text-danger', className)}>
      {error?.message ?? data?.message}
    </p>
  )
}
