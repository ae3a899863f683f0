import { register } from '@arcadia/contract/accounts'
import { usernameFor } from '@arcadia/contract/newcomers'
import { type ChangeEvent, useRef } from 'react'
import { call } from '../../api/call.ts'
import { type DialogProps, useDialogs } from '../../dialogs.ts'
import { EmailField } from '../../forms/email-field.tsx'
import { FormView } from '../../forms/form-view.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { optional, PhoneField, TextField } from '../../ui/field.tsx'
import { AccountWays } from './account-ways.tsx'
import { SignUpForm } from './accounts.rules.ts'
import { MemberBenefits } from './member-benefits.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { useNewcomerDraft } from './newcomer-form.tsx'
import { demandRole } from './sign-in.ts'
import { useArrivalSignedIn } from './use-arrival-signed-in.ts'

export function SignUpDialog({ goOnTo, date, email: typedEmail, onClose }: DialogProps<'sign-up'>) {
  const arrive = useArrivalSignedIn({ goOnTo, onClose })
  const { openSignIn } = useDialogs()
  // Starts with what was typed in the passwordless form.
  const { draft, forget } = useNewcomerDraft()
  const { pressKey: _, ...drafted } = draft
  const typed = { ...drafted, email: typedEmail || drafted.email }
  const suggested = typed.email && usernameFor(typed.email)
  const form = useContractForm(SignUpForm, { ...typed, username: suggested, password: '', confirmPassword: '' })
  const isUsernameOwn = useRef(false)
  const email = form.field('email')
  const username = form.field('username')

  const signIn = () => openSignIn({ goOnTo, date, hasAccount: true, email: form.watch('email') })
  const submit = form.submit(async ({ confirmPassword: _typedTwice, ...account }) => {
    const session = await call(register, { body: account }, { fallback: 'Registration failed. Please try again.' })
    demandRole(session, 'USER', 'Account creation failed. Please try again.')
    forget()
    arrive(session)
  })

  function changeEmail(event: ChangeEvent<HTMLInputElement>) {
    const { value } = event.target
    if (!isUsernameOwn.current) form.set('username', value && usernameFor(value))
    return email.onChange(event)
  }

  function changeUsername(event: ChangeEvent<HTMLInputElement>) {
    // An emptied username gets a suggestion again.
    isUsernameOwn.current = event.target.value !== ''
    return username.onChange(event)
  }

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
              <button type="button" className="link" onClick={signIn}>
                Sign In
              </button>
            </p>
            <MemberBenefits />
          </>
        }
      >
        {date && <AccountWays isNew date={date} onOther={signIn} />}
        <div className="grid gap-4 min-[26rem]:grid-cols-2">
          <TextField
            {...form.field('firstName')}
            label={optional('First name')}
            autoComplete="given-name"
            data-autofocus
          />
          <TextField {...form.field('lastName')} label={optional('Last name')} autoComplete="family-name" />
        </div>
        <EmailField {...email} onChange={changeEmail} label="Email" />
        <PhoneField {...form.field('phoneNumber')} label="Phone number" />
        <TextField
          {...username}
          onChange={changeUsername}
          label="Username"
          help="We suggest one. Change it if you like."
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <NewPasswordFields form={form} name="password" label="Password" />
      </FormView>
    </Dialog>
  )
}
