import { register } from '@arcadia/contract/accounts'
import { call } from '../../api/call.ts'
import { type DialogProps, useDialogs } from '../../dialogs.ts'
import { FormError } from '../../forms/form-error.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { SignUpForm } from './accounts.rules.ts'
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
      <form className="dlg__form" noValidate onSubmit={submit}>
        <DialogBody className="grid content-start gap-4">
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
            <TextField {...form.field('firstName')} label={<Optional>First name</Optional>} autoComplete="given-name" />
            <TextField {...form.field('lastName')} label={<Optional>Last name</Optional>} autoComplete="family-name" />
          </div>
          <TextField
            {...form.field('phoneNumber')}
            label="Phone number"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            required
          />
          <FormError>{form.error}</FormError>
          <p className="small border-t border-line pt-4">
            Already have an account?{' '}
            <button type="button" className="link" onClick={() => openSignIn({ goOnTo })}>
              Sign In
            </button>
          </p>
        </DialogBody>
        <DialogFoot isStacked>
          <Button type="submit" variant="cta" busy={form.isBusy} busyLabel="Signing up...">
            Sign Up
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

function Optional({ children }: { children: string }) {
  return (
    <>
      {children} <span className="font-body text-ink-3">(optional)</span>
    </>
  )
}
