import { forgotPassword, type User } from '@arcadia/contract/accounts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { FormAnswer } from '../../forms/form-answer.tsx'
import { FormError } from '../../forms/form-error.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { EmailText } from '../../ui/email-text.tsx'

interface PasswordNeededProps {
  user: User
  /** What has to wait until the password is set. */
  children: string
  onBack: () => void
}

/** For accounts made without a password: offers a link to set one (docs/rules.md §4.15). */
export function PasswordNeeded({ user, children, onBack }: PasswordNeededProps) {
  const ask = useMutation({ mutationFn: () => call(forgotPassword, { body: { email: user.email } }) })
  return (
    <>
      <DialogBody className="grid content-start gap-4">
        {ask.isSuccess ? (
          <FormAnswer>
            <span>
              We're emailing a link to{' '}
              <strong>
                <EmailText email={user.email} />
              </strong>
              . Setting a password signs you out everywhere else, so finish what you're booking first.
            </span>
          </FormAnswer>
        ) : (
          <p>{children}</p>
        )}
        <FormError>{ask.error}</FormError>
      </DialogBody>
      <DialogFoot isStacked={ask.isSuccess}>
        <Button disabled={ask.isPending} onClick={onBack}>
          Back
        </Button>
        {!ask.isSuccess && (
          <Button variant="cta" busy={ask.isPending} busyLabel="Sending..." data-autofocus onClick={() => ask.mutate()}>
            Email me the link
          </Button>
        )}
      </DialogFoot>
    </>
  )
}
