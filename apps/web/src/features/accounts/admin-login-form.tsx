import { Credentials, SecondFactorCode } from '@arcadia/contract/accounts'
import { addresses } from '@arcadia/contract/addresses'
import { signInWithPasskey, startPasskeySignIn } from '@arcadia/contract/admin/passkeys'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { ApiError, call } from '../../api/call.ts'
import { FormView } from '../../forms/form-view.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { useAdminAuth } from '../../session/session.tsx'
import { CodeField } from '../second-factor/code-field.tsx'
import { askPasskey, hasPasskeyHere } from '../second-factor/passkey.ts'
import { PasskeyButton } from '../second-factor/passkey-button.tsx'
import { CredentialsFields } from './credentials-fields.tsx'
import { asBefore, deviceOf, KeepSignedIn, keptFields } from './keep-signed-in.tsx'
import { signInAs } from './sign-in.ts'

const PasswordAlone = z.extend(Credentials, { ...keptFields, code: z.string() })
const WithCode = z.extend(Credentials, { ...keptFields, code: SecondFactorCode })

/** Signs an admin in; the page around it reacts to the session. `children` is the way out, under the fields. */
export function AdminLoginForm({ children }: { children: ReactNode }) {
  const { login } = useAdminAuth()
  /** The server said that the account has a second factor. */
  const [needsCode, setNeedsCode] = useState(false)
  const form = useContractForm(needsCode ? WithCode : PasswordAlone, {
    usernameOrEmail: '',
    password: '',
    code: '',
    ...asBefore(),
  })
  const submit = form.submit(async ({ usernameOrEmail, password, code, ...kept }) => {
    const credentials = { usernameOrEmail, password, ...deviceOf(kept) }
    const words = { otherRole: 'Access denied. Admin privileges required.', fallback: 'Login failed' }
    try {
      login(await signInAs('ADMIN', needsCode ? { ...credentials, code } : credentials, words))
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'second-factor-required')) throw error
      setNeedsCode(true)
    }
  })
  async function signInWith() {
    const kept = { keep: form.watch('keep') === 'true', device: form.watch('device').trim() }
    const passkey = await askPasskey(await call(startPasskeySignIn, {}))
    login(await call(signInWithPasskey, { body: { passkey, ...deviceOf(kept) } }))
  }
  const [isPasskeyFirst] = useState(hasPasskeyHere)
  const passkey = (
    <PasskeyButton isFirst={isPasskeyFirst} onUse={signInWith}>
      Sign in with a passkey
    </PasskeyButton>
  )
  return (
    <FormView
      form={form}
      onSubmit={submit}
      submit="Sign In"
      busyLabel="Signing in..."
      isSecond={isPasskeyFirst}
      after={
        <div className="grid gap-2 px-(--pad) py-4">
          {!isPasskeyFirst && passkey}
          <Link
            reloadDocument
            to={addresses.forgotPassword.href()}
            className="link min-h-11 justify-self-start text-ui"
          >
            Forgot your password?
          </Link>
          {children}
        </div>
      }
    >
      {isPasskeyFirst && passkey}
      <CredentialsFields form={form} />
      {needsCode && <CodeField form={form} help="From your authenticator app, or a recovery code." />}
      <KeepSignedIn form={form} />
    </FormView>
  )
}
