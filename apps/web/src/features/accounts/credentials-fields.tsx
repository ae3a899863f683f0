import { PasswordField } from '../../forms/password-field.tsx'
import type { ContractForm } from '../../forms/use-contract-form.ts'
import { TextField } from '../../ui/field.tsx'

/** Login and password, the same for customers and admins. */
export function CredentialsFields({ form }: { form: ContractForm<'usernameOrEmail' | 'password'> }) {
  return (
    <>
      <TextField
        {...form.field('usernameOrEmail')}
        label="Username or email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <PasswordField {...form.field('password')} label="Password" />
    </>
  )
}
