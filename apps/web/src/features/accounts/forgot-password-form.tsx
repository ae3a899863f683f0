import { forgotPassword } from '@arcadia/contract/accounts'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import { FormAnswer } from '../../forms/form-answer.tsx'
import { FormError } from '../../forms/form-error.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'

interface ForgotPasswordFormProps {
  /** What is known of the address already. */
  email?: string
  /** The way out, under the form. */
  children: ReactNode
}

/** Asks for a mail with a link to set a new password. The answer is the same whether or not there is an account. */
export function ForgotPasswordForm({ email = '', children }: ForgotPasswordFormProps) {
  const [answer, setAnswer] = useState<string>()
  const form = useContractForm(forgotPassword.body, { email })
  const submit = form.submit(async (body) => {
    const { message } = await call(forgotPassword, { body })
    setAnswer(message)
  })
  return (
    <form className="dlg__form" noValidate onSubmit={submit}>
      <DialogBody className="grid content-start gap-4">
        {answer ? (
          <FormAnswer>{answer}</FormAnswer>
        ) : (
          <>
            <p className="muted">Enter your email and we'll send you a link to reset your password.</p>
            <TextField
              {...form.field('email')}
              label="Email"
              type="email"
              autoComplete="email"
              required
              data-autofocus
            />
            <FormError>{form.error}</FormError>
          </>
        )}
        {children}
      </DialogBody>
      {!answer && (
        <DialogFoot isStacked>
          <Button type="submit" variant="cta" busy={form.isBusy} busyLabel="Sending...">
            Send the link
          </Button>
        </DialogFoot>
      )}
    </form>
  )
}
