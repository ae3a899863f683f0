import { type User, updateMe } from '@arcadia/contract/accounts'
import { call } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormError } from './form-error.tsx'
import { useContractForm } from './use-contract-form.ts'

interface ProfileFormProps {
  user: User
  token: string
  startsAtEmail: boolean
  onCancel: () => void
  onSaved: (user: User) => void
}

export function ProfileForm({ user, token, startsAtEmail, onCancel, onSaved }: ProfileFormProps) {
  const form = useContractForm(updateMe.body, {
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    phoneNumber: user.phoneNumber ?? '',
    email: user.email,
  })
  const submit = form.submit(async (body) => onSaved(await call(updateMe, { body }, { token })))
  return (
    <form className="dlg__form" noValidate onSubmit={submit}>
      <DialogBody className="grid content-start gap-4">
        <TextField
          {...form.field('firstName')}
          label="First name"
          autoComplete="given-name"
          data-autofocus={startsAtEmail ? undefined : true}
        />
        <TextField {...form.field('lastName')} label="Last name" autoComplete="family-name" />
        <TextField
          {...form.field('phoneNumber')}
          label="Phone number"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          required
        />
        <TextField
          {...form.field('email')}
          label="Email"
          help="A new address has to be confirmed: we send a link to it."
          type="email"
          autoComplete="email"
          required
          data-autofocus={startsAtEmail ? true : undefined}
        />
        <FormError>{form.error}</FormError>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="cta" busy={form.isBusy} busyLabel="Saving...">
          Save
        </Button>
      </DialogFoot>
    </form>
  )
}
