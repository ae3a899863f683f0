import { isReachable, type User, updateMe } from '@arcadia/contract/accounts'
import { call } from '../../api/call.ts'
import { EmailField } from '../../forms/email-field.tsx'
import { FormView } from '../../forms/form-view.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { PhoneField, TextField } from '../../ui/field.tsx'
import { needsPasswordToMove, profileForm } from './accounts.rules.ts'

interface ProfileFormProps {
  user: User
  /** `admin` in the portal, where nobody is asked for a phone number. */
  as?: 'admin'
  /** For whoever comes to change it. */
  startsAtEmail?: boolean
  /** What happens to a changed address, where it isn't the usual. */
  moveHelp?: string | undefined
  onCancel: () => void
  onSaved: (user: User) => void
}

/** Whose account it is; the email changes once the link that goes to it was opened. */
export function ProfileForm({ user, as, startsAtEmail = false, moveHelp, onCancel, onSaved }: ProfileFormProps) {
  const saved = {
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    ...(!as && { phoneNumber: user.phoneNumber ?? '' }),
    email: user.email,
    currentPassword: '',
  } as Record<keyof typeof updateMe.body.shape, string>
  const typed = startsAtEmail && !isReachable(user.email) ? { email: '' } : {}
  const form = useContractForm(profileForm(user), saved, { typed })
  const needsPassword = needsPasswordToMove(user)
  const canMove = !needsPassword || user.hasPassword !== false
  const isMoving = form.watch('email').trim() !== user.email
  const submit = form.submit(async ({ email, currentPassword, ...profile }, shown) => {
    const password = currentPassword ? { currentPassword } : {}
    const move = email === user.email ? {} : { email, ...password }
    onSaved(await call(updateMe, { body: { ...profile, ...move } }, { as, shown }))
  })
  return (
    <FormView form={form} onSubmit={submit} submit="Save" busyLabel="Saving..." onCancel={onCancel}>
      <TextField
        {...form.field('firstName')}
        label="First name"
        autoComplete="given-name"
        data-autofocus={startsAtEmail ? undefined : true}
      />
      <TextField {...form.field('lastName')} label="Last name" autoComplete="family-name" />
      {!as && <PhoneField {...form.field('phoneNumber')} label="Phone number" />}
      <EmailField
        {...form.field('email')}
        label="Email"
        help={
          canMove
            ? (moveHelp ??
              "If you change it, we'll send a link to the new address. Your email changes once you click it.")
            : 'Set a password first to change your email.'
        }
        readOnly={!canMove}
        data-autofocus={startsAtEmail ? true : undefined}
      />
      {(isMoving || startsAtEmail) && needsPassword && (
        <PasswordField {...form.field('currentPassword')} label="Your password" />
      )}
    </FormView>
  )
}
