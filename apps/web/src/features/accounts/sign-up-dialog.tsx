import { register } from '@arcadia/contract/accounts'
import { call } from '../../api/call.ts'
import { type DialogProps, useDialogs } from '../../dialogs.ts'
import { FormView } from '../../forms/form-view.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { optional, PhoneField, TextField } from '../../ui/field.tsx'
import { SignUpForm } from './accounts.rules.ts'
import { MemberBenefits } from './member-benefits.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { demandRole } from './sign-in.ts'
import { useArrivalSignedIn } from './use-arrival-signed-in.ts'

const EMPTY = {
  username: '',
  email: '',
  password: '',
  confirmPassword: '',
  firstName: '',
  lastName: '',
  phoneNumber: '',
}

export function SignUpDialog({ goOnTo, onClose }: DialogProps<'sign-up'>) {
  const arrive = useArrivalSignedIn({ goOnTo, onClose })
  const { openSignIn } = useDialogs()
  const form = useContractForm(SignUpForm, EMPTY)
  const submit = form.submit(async ({ confirmPassword: _typedTwice, ...account }) => {
    const session = await call(register, { body: account }, { fallback: 'Registration failed. Please try again.' })
    demandRole(session, 'USER', 'Account creation failed. Please try again.')
    arrive(session)
  })
  return (
    <Dialog title="Sign Up" onClose={onClose}>
      <FormView
        form={form}
        onSubmit={submit}
        submit="Sign Up"
        busyLabel="Signing up..."
        below={
          <>
            <p className="small border-t border-line pt-4">
              Already have an account?{' '}
              <button type="button" className="link" onClick={() => openSignIn({ goOnTo })}>
                Sign In
              </button>
            </p>
            <MemberBenefits />
          </>
        }
      >
        <TextField
          {...form.field('username')}
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          data-autofocus
        />
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="email" required />
        <NewPasswordFields form={form} name="password" label="Password" />
        <div className="grid gap-4 min-[26rem]:grid-cols-2">
          <TextField {...form.field('firstName')} label={optional('First name')} autoComplete="given-name" />
          <TextField {...form.field('lastName')} label={optional('Last name')} autoComplete="family-name" />
        </div>
        <PhoneField {...form.field('phoneNumber')} label="Phone number" />
      </FormView>
    </Dialog>
  )
}
