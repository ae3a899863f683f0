import { forgotPassword } from '@arcadia/contract/accounts'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import { FormAnswer } from '../../forms/form-answer.tsx'
import { FormView } from '../../forms/form-view.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { DialogBody } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'

interface ForgotPasswordFormProps {
  /** What is known of the address already. */
  email?: string
  /** The way out, under the form. */
  children: ReactNode
}

/** Asks for an email with a link to set a new password. The answer is the same whether or not there is an account. */
export function ForgotPasswordForm({ email = '', children }: ForgotPasswordFormProps) {
  const [answer, setAnswer] = useState<string>()
  const form = useContractForm(forgotPassword.body, { email })
  const submit = form.submit(async (body) => {
    const { message } = await call(forgotPassword, { body })
    setAnswer(message)
  })
  if (answer)
    return (
      <DialogBody className="grid content-start gap-4">
        <FormAnswer>{answer}</FormAnswer>
        {children}
      </DialogBody>
    )
  return (
    <FormView form={form} onSubmit={submit} submit="Send the link" busyLabel="Sending..." below={children}>
      <p className="muted">Enter your email and we'll send you a link to reset your password.</p>
      <TextField {...form.field('email')} label="Email" type="email" autoComplete="email" required data-autofocus />
    </FormView>
  )
}
