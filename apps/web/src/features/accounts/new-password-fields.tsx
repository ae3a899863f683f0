import { PASSWORD_MIN_LENGTH } from '@arcadia/contract/accounts'
import { PasswordField } from '../../forms/password-field.tsx'
import type { ContractForm } from '../../forms/use-contract-form.ts'

interface NewPasswordFieldsProps<Name extends string> {
  form: ContractForm<Name | 'confirmPassword'>
  name: Name
  /** `Password` or `New password`. */
  label: string
  /** Tells a password manager whose password this is, where no other field does. */
  username?: string
}

/** A new password, typed twice. The server may require more than the help says and then answers at the field. */
export function NewPasswordFields<Name extends string>({ form, name, label, username }: NewPasswordFieldsProps<Name>) {
  return (
    <>
      <PasswordField
        {...form.field(name)}
        label={label}
        help={`At least ${PASSWORD_MIN_LENGTH} characters.`}
        autoComplete="new-password"
        {...(username && { username })}
      />
      <PasswordField
        {...form.field('confirmPassword')}
        label={`Confirm ${label.toLowerCase()}`}
        autoComplete="new-password"
      />
    </>
  )
}
