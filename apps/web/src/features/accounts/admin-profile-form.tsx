import { type User, updateMe } from '@arcadia/contract/accounts'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { EmailField } from '../../forms/email-field.tsx'
import { FormView } from '../../forms/form-view.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { TextField } from '../../ui/field.tsx'

const { firstName, lastName, email, currentPassword } = updateMe.body.shape
const formOf = (user: User) =>
  z.strictObject({ firstName, lastName, email, currentPassword }).check(
    z.refine((form) => form.email === user.email || Boolean(form.currentPassword), {
      error: 'Enter your password to change your email.',
      path: ['currentPassword'],
    }),
  )

interface AdminProfileFormProps {
  user: User
  onCancel: () => void
  onSaved: (user: User) => void
}

/** Name and email of whoever works here; the email changes once the link that goes to it was opened. */
export function AdminProfileForm({ user, onCancel, onSaved }: AdminProfileFormProps) {
  const form = useContractForm(formOf(user), {
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    email: user.email,
    currentPassword: '',
  })
  const isMoving = form.watch('email').trim() !== user.email
  const submit = form.submit(async ({ email, currentPassword, ...names }) => {
    const move = email === user.email ? {} : { email, currentPassword }
    onSaved(await call(updateMe, { body: { ...names, ...move } }, { as: 'admin' }))
  })
  return (
    <FormView form={form} onSubmit={submit} submit="Save" busyLabel="Saving..." onCancel={onCancel}>
      <TextField {...form.field('firstName')} label="First name" autoComplete="given-name" data-autofocus />
      <TextField {...form.field('lastName')} label="Last name" autoComplete="family-name" />
      <EmailField
        {...form.field('email')}
        label="Email"
        help="If you change it, we'll send a link to the new address. Your email changes once you click it."
      />
      {isMoving && <PasswordField {...form.field('currentPassword')} label="Your password" />}
    </FormView>
  )
}
