import { addresses, portal } from '@arcadia/contract/addresses'
import { acceptInvitation, openInvitation, POSITIONS } from '@arcadia/contract/admin/people'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { FormView } from '../../forms/form-view.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { useAdminAuth } from '../../session/session.tsx'
import { useEmailedLink } from '../../session/use-emailed-link.ts'
import { Banner } from '../../ui/banner.tsx'
import { DialogBody } from '../../ui/dialog.tsx'
import { optional, TextField } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PlatePage } from '../../ui/plate-page.tsx'
import { asBefore, deviceOf, KeepSignedIn, keptFields } from '../accounts/keep-signed-in.tsx'
import { FreshLink } from '../fresh-links/fresh-link.tsx'

const { firstName, lastName, password } = acceptInvitation.body.shape
const AcceptForm = z.strictObject({ firstName, lastName, password, ...keptFields })

/** Opened from an invitation's link: name and password, then the portal. */
export function InvitationPage() {
  const { id, token } = useEmailedLink(portal.invitation)
  return (
    <PlatePage title="Your invitation">
      {token ? <Invitation key={token} token={token} /> : <FreshLink id={id} />}
    </PlatePage>
  )
}

function Invitation({ token }: { token: string }) {
  const { login } = useAdminAuth()
  const navigate = useNavigate()
  // Accepting uses the link up, so never refetch it.
  const invitation = useQuery({ ...queryOf(openInvitation, { body: { token } }), staleTime: Number.POSITIVE_INFINITY })
  const form = useContractForm(AcceptForm, { firstName: '', lastName: '', password: '', ...asBefore() })
  const submit = form.submit(async ({ keep, device, ...values }) => {
    login(await call(acceptInvitation, { body: { token, ...values, ...deviceOf({ keep, device }) } }))
    await navigate(portal.href(), { replace: true })
  })
  if (invitation.isError)
    return (
      <DialogBody className="grid content-start gap-4">
        <Banner>{invitation.error.message}</Banner>
        <p>Ask the person who invited you for a new invitation.</p>
        <Link to={addresses.staffSignIn.href()} className="link -my-2 min-h-11 justify-self-start text-ui">
          I already have an account
        </Link>
      </DialogBody>
    )
  return (
    <Loaded query={invitation} height="h-60" className="m-6">
      {({ email, position }) => (
        <FormView form={form} onSubmit={submit} submit="Accept the invitation" busyLabel="Accepting...">
          <p>
            You're joining <b>{POSITIONS[position].joins}</b>. You'll sign in with{' '}
            <b className="wrap-anywhere">{email}</b>.
          </p>
          <TextField {...form.field('firstName')} label="First name" autoComplete="given-name" required />
          <TextField {...form.field('lastName')} label={optional('Last name')} autoComplete="family-name" />
          <PasswordField
            {...form.field('password')}
            label="Choose a password"
            help="At least 12 characters."
            autoComplete="new-password"
          />
          <KeepSignedIn form={form} />
        </FormView>
      )}
    </Loaded>
  )
}
