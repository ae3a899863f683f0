import type { ComponentProps } from 'react'
import { PasswordField } from '../../forms/password-field.tsx'
import type { ContractForm } from '../../forms/use-contract-form.ts'
import { TextField } from '../../ui/field.tsx'

interface CredentialsProps {
  form: ContractForm<'usernameOrEmail' | 'password'>
}

/** The name of an account, the same for customers and admins. */
export function LoginField({ form, ...input }: CredentialsProps & Omit<ComponentProps<'input'>, 'form'>) {
  return (
    <TextField
      {...input}
      {...form.field('usernameOrEmail')}
      label="Username or email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  )
}

export function CredentialsFields({ form }: CredentialsProps) {
  return (
    <>
      <LoginField form={form} />
      <PasswordField {...form.field('password')} label="Password" />
    </>
  )
}
