import { changePassword, type Session, type User } from '@arcadia/contract/accounts'
import { call } from '../../api/call.ts'
import { FormView } from '../../forms/form-view.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
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
    <FormView form={form} onSubmit={submit} submit="Change password" busyLabel="Saving..." onCancel={onCancel}>
      <PasswordField
        {...form.field('currentPassword')}
        label="Current password"
        username={user.username}
        data-autofocus
      />
      <NewPasswordFields form={form} name="newPassword" label="New password" />
    </FormView>
  )
}
