import { closeAccount, type User } from '@arcadia/contract/accounts'
import { addresses } from '@arcadia/contract/addresses'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { FormError } from '../../forms/form-error.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'

interface CloseAccountFormProps {
  user: User
  onCancel: () => void
  onClosed: () => void
}

/** Explains what closing does and what is kept (docs/rules.md §4.10, and `/privacy`) before asking for the password. */
export function CloseAccountForm({ user, onCancel, onClosed }: CloseAccountFormProps) {
  const form = useContractForm(closeAccount.body, { password: '' })
  const submit = form.submit(async (body) => {
    await call(closeAccount, { body }, { fallback: 'Failed to close your account' })
    onClosed()
  })
  return (
    <form className="dlg__form" noValidate onSubmit={submit}>
      <DialogBody className="grid content-start gap-4">
        <ul className="grid list-disc gap-2 pl-5">
          <li>You'll be signed out on every device right away, and nobody can sign in to this account again.</li>
          <li>
            Trips you've booked stay booked. Deposits aren't refundable. If you don't plan to come, cancel your trips
            first.
          </li>
          <li>You'll lose your place on any waitlist and any spots we're holding for you.</li>
          <li>
            Your bookings keep your name, your email address, and the proof of payment until 24 months after the trip,
            because a payment can be disputed that long. Then we erase them.
          </li>
        </ul>
        <p className="small muted">
          More in our{' '}
          <Link className="link" to={addresses.privacy.howLong.href()} target="_blank">
            privacy policy<span className="sr">, in a new tab</span>
          </Link>
          . Want a copy first? Go back and download your data. Closing your account can't be undone.
        </p>
        <PasswordField {...form.field('password')} label="Your password" username={user.username} />
        <FormError>{form.error}</FormError>
      </DialogBody>
      <DialogFoot className="max-[380px]:*:px-2">
        <Button variant="ink" disabled={form.isBusy} onClick={onCancel} data-autofocus>
          Keep account
        </Button>
        <Button type="submit" variant="danger" busy={form.isBusy} busyLabel="Closing...">
          Close account
        </Button>
      </DialogFoot>
    </form>
  )
}
