import { Credentials } from '@arcadia/contract/accounts'
import { useState } from 'react'
import { Link } from 'react-router'
import { type DialogProps, useDialogs } from '../../dialogs.ts'
import { FormView } from '../../forms/form-view.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Banner } from '../../ui/banner.tsx'
import { Dialog, DialogView } from '../../ui/dialog.tsx'
import { CredentialsFields } from './credentials-fields.tsx'
import { ForgotPasswordForm } from './forgot-password-form.tsx'
import { signInAs } from './sign-in.ts'
import { useArrivalSignedIn } from './use-arrival-signed-in.ts'

export function SignInDialog({ message, goOnTo, onClose }: DialogProps<'sign-in'>) {
  /** Set, perhaps empty, while the password is being recovered. */
  const [emailToRecover, setEmailToRecover] = useState<string>()
  const isRecovering = emailToRecover !== undefined
  return (
    <Dialog title={isRecovering ? 'Forgot your password?' : 'Sign In'} onClose={onClose}>
      <DialogView key={String(isRecovering)}>
        {isRecovering ? (
          <ForgotPasswordForm email={emailToRecover}>
            <button
              type="button"
              className="link -my-2 min-h-11 justify-self-start text-ui"
              onClick={() => setEmailToRecover(undefined)}
            >
              Back to sign in
            </button>
          </ForgotPasswordForm>
        ) : (
          <SignInForm {...{ message, goOnTo, onClose }} onForgotten={setEmailToRecover} />
        )}
      </DialogView>
    </Dialog>
  )
}

interface SignInFormProps extends DialogProps<'sign-in'> {
  onForgotten: (email: string) => void
}

function SignInForm({ message, goOnTo, onClose, onForgotten }: SignInFormProps) {
  const arrive = useArrivalSignedIn({ goOnTo, onClose })
  const { openSignUp } = useDialogs()
  const form = useContractForm(Credentials, { usernameOrEmail: '', password: '' })
  const submit = form.submit(async (credentials) => {
    const words = {
      otherRole: 'This account requires admin access. Please use the admin portal.',
      fallback: 'Login failed. Please try again.',
    }
    arrive(await signInAs('USER', credentials, words))
  })
  function recover() {
    const name = form.watch('usernameOrEmail')
    onForgotten(name.includes('@') ? name : '')
  }
  return (
    <FormView
      form={form}
      onSubmit={submit}
      submit="Sign In"
      busyLabel="Signing in..."
      below={
        <div className="small border-t border-line pt-4">
          <p>
            New here?{' '}
            <button type="button" className="link" onClick={() => openSignUp({ goOnTo })}>
              Sign Up
            </button>
          </p>
          <p className="muted">
            <Link className="link" to="/admin/login" onClick={onClose}>
              Owner sign-in
            </Link>
          </p>
        </div>
      }
    >
      {message && <Banner tone="info">{message}</Banner>}
      <CredentialsFields form={form} />
      <button type="button" className="link -my-2 min-h-11 justify-self-start text-ui" onClick={recover}>
        Forgot your password?
      </button>
    </FormView>
  )
}
