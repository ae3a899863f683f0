import type { User } from '@arcadia/contract/accounts'
import { setUpSecondFactor } from '@arcadia/contract/admin-accounts'
import type { Output } from '@arcadia/contract/endpoint'
import { call } from '../../api/call.ts'
import { FormView } from '../../forms/form-view.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'

interface SetUpSecondFactorFormProps {
  user: User
  onCancel: () => void
  onMade: (secret: Output<typeof setUpSecondFactor>) => void
}

/** The password first, so that whoever finds an open portal cannot lock its owner out. */
export function SetUpSecondFactorForm({ user, onCancel, onMade }: SetUpSecondFactorFormProps) {
  const form = useContractForm(setUpSecondFactor.body, { password: '' })
  const submit = form.submit(async (body) => onMade(await call(setUpSecondFactor, { body })))
  return (
    <FormView form={form} onSubmit={submit} submit="Continue" busyLabel="Checking..." onCancel={onCancel}>
      <p>
        Signing in then takes your password and a code from an app on your phone, such as Google Authenticator,
        1Password or Aegis.
      </p>
      {/* Tells a password manager whose password this is. */}
      <input type="text" value={user.username} autoComplete="username" readOnly hidden />
      <PasswordField
        {...form.field('password')}
        label="Your password"
        autoComplete="current-password"
        required
        data-autofocus
      />
    </FormView>
  )
}
