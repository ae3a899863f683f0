import { Credentials } from '@arcadia/contract/accounts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useAdminAuth } from '../../session.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { CredentialsFields } from './credentials-fields.tsx'
import { FormError } from './form-error.tsx'
import { signInAs } from './sign-in.ts'
import { useContractForm } from './use-contract-form.ts'

/** Signs an admin in, which the page around it notices. The way out stands under the fields. */
export function AdminLoginForm({ children }: { children: ReactNode }) {
  const { login } = useAdminAuth()
  const form = useContractForm(Credentials, { usernameOrEmail: '', password: '' })
  const submit = form.submit(async (credentials) => {
    const words = { otherRole: 'Access denied. Admin privileges required.', fallback: 'Login failed' }
    login(await signInAs('ADMIN', credentials, words))
  })
  return (
    <form className="dlg__form" noValidate onSubmit={submit}>
      <DialogBody className="grid content-start gap-4">
        <CredentialsFields form={form} />
        <Link to="/reset-password" className="lk -my-2 min-h-11 justify-self-start text-ui">
          Forgot your password?
        </Link>
        <FormError>{form.error}</FormError>
        {children}
      </DialogBody>
      <DialogFoot isStacked>
        <Button type="submit" variant="cta" busy={form.isBusy} busyLabel="Logging in...">
          Log In
        </Button>
      </DialogFoot>
    </form>
  )
}
