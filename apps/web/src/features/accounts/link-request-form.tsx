import { forgotPassword } from '@arcadia/contract/accounts'
import { askForSignInLink } from '@arcadia/contract/newcomers'
import type { TripDate } from '@arcadia/contract/trip-date'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import { EmailField } from '../../forms/email-field.tsx'
import { FormAnswer } from '../../forms/form-answer.tsx'
import { FormView } from '../../forms/form-view.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { DialogBody } from '../../ui/dialog.tsx'
import { EmailText } from '../../ui/email-text.tsx'
import { keepWayBack } from './way-back.ts'

interface LinkRequestFormProps {
  /** What the link is for: setting a password (default) or signing in. */
  signsIn?: boolean
  /** A known address to start with. */
  email?: string | undefined
  onEmail?: ((email: string) => void) | undefined
  /** Where the link leads back to. */
  date?: TripDate | undefined
  goOnTo?: string | undefined
  /** The way out, under the form. */
  children: ReactNode
}

/** Asks for an email with a link. The answer is the same whether or not the account exists. */
export function LinkRequestForm({
  signsIn = false,
  email = '',
  onEmail,
  date,
  goOnTo,
  children,
}: LinkRequestFormProps) {
  const [answer, setAnswer] = useState<{ message: string; email: string }>()
  const form = useContractForm(forgotPassword.body, { email })
  const submit = form.submit(async (body) => {
    const { message } = signsIn
      ? await call(askForSignInLink, { body: { ...body, selectedDate: date } })
      : await call(forgotPassword, { body })
    keepWayBack(body.email, goOnTo)
    setAnswer({ message, email: body.email })
  })
  const field = form.field('email')
  if (answer)
    return (
      <DialogBody className="grid content-start gap-4">
        <FormAnswer>
          <span>
            {answer.message} You gave us{' '}
            <strong>
              <EmailText email={answer.email} end="." />
            </strong>
          </span>
        </FormAnswer>
        <button
          type="button"
          className="link -my-2 min-h-11 justify-self-start text-ui"
          onClick={() => setAnswer(undefined)}
        >
          Use another email
        </button>
        {children}
      </DialogBody>
    )
  return (
    <FormView form={form} onSubmit={submit} submit="Send the link" busyLabel="Sending..." below={children}>
      <p className="muted">
        {signsIn
          ? "Enter your email and we'll send you a link that signs you in. No password needed."
          : "Enter your email and we'll send you a link to reset your password."}
      </p>
      <EmailField
        {...field}
        onChange={(event) => {
          onEmail?.(event.target.value)
          return field.onChange(event)
        }}
        label="Email"
        data-autofocus
      />
    </FormView>
  )
}
