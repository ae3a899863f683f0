import { emailReceipt } from '@arcadia/contract/balance-links'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { EmailField } from '../../forms/email-field.tsx'
import { FormAnswer } from '../../forms/form-answer.tsx'
import { FormError } from '../../forms/form-error.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'

const Asked = z.pick(emailReceipt.body, { email: true })

/** Whoever paid by somebody else's link gets a receipt of their own (docs/rules.md §8.14); the booking's address, if it has one, has got one. */
export function EmailReceipt({ token, id, hasEmail }: { token: string; id: number; hasEmail: boolean }) {
  const [answer, setAnswer] = useState<string>()
  const form = useContractForm(Asked, { email: '' })
  const submit = form.submit(async ({ email }) => {
    const { message } = await call(emailReceipt, { params: { id }, body: { token, email } })
    setAnswer(message)
  })
  if (answer) return <FormAnswer>{answer}</FormAnswer>
  const fields = (
    <form noValidate className="mt-3 grid gap-3" onSubmit={submit}>
      <FormError>{form.error}</FormError>
      <EmailField {...form.field('email')} label="Your email" />
      <Button type="submit" className="justify-self-start" busy={form.isBusy} busyLabel="Sending...">
        Email me a receipt
      </Button>
    </form>
  )
  // Most who pay have one in their mailbox.
  if (hasEmail)
    return (
      <details className="text-ui">
        <summary className="link flex min-h-11 items-center">Paid for someone else? Get a receipt of your own</summary>
        {fields}
      </details>
    )
  return (
    <div className="text-ui">
      <p>Want a receipt by email?</p>
      {fields}
    </div>
  )
}
