import { changePassword, type Session, type User } from '@arcadia/contract/accounts'
import { call } from '../../api/call.ts'
import { FormError } from '../../forms/form-error.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { PasswordChangeForm } from './accounts.rules.ts'
import { NewPasswordFields } from './new-password-fields.tsx'

interface ChangePasswordFormProps {
  user: User
  /** `admin` in the portal. */
  as?: 'admin'
  onCancel: () => void
  onChanged: (session: Session) => void
}

export function ChangePasswordForm({ user, as, onCancel, onChanged }: ChangePasswordFormProps) {
  const form = useContractForm(PasswordChangeForm, { currentPassword: '', newPassword: '', confirmPassword: '' })
  const submit = form.submit(async ({ currentPassword, newPassword }) =>
    onChanged(await call(changePassword, { body: { currentPassword, newPassword } }, { as })),
  )
  return (
    <form className="dlg__form" noValidate onSubmit={submit}>
      <DialogBody className="grid content-start gap-4">
        {/* Tells a password manager whose password this is. */}
        <input type="text" value={user.username} autoComplete="username" readOnly hidden />
        <PasswordField
          {...form.field('currentPassword')}
          label="Current password"
          autoComplete="current-password"
          required
          data-autofocus
        />
        <NewPasswordFields form={form} name="newPassword" label="New password" />
        <FormError>{form.error}</FormError>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="cta" busy={form.isBusy} busyLabel="Saving...">
          Change password
        </Button>
      </DialogFoot>
    </form>
  )
}
