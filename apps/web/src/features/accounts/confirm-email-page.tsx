import { confirmEmail, KnownPassword, openConfirmation } from '@arcadia/contract/accounts'
import { addresses } from '@arcadia/contract/addresses'
import type { Output } from '@arcadia/contract/endpoint'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { serverNow } from '../../api/clock.ts'
import { queryOf } from '../../api/query-of.ts'
import { useDialogs } from '../../dialogs.ts'
import { FormAnswer } from '../../forms/form-answer.tsx'
import { FormError } from '../../forms/form-error.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { useSession } from '../../session/session.tsx'
import { isLinkInvalid, LINK_INCOMPLETE, useEmailedLink } from '../../session/use-emailed-link.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogEnd, DialogFoot } from '../../ui/dialog.tsx'
import { EmailText } from '../../ui/email-text.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { backToHome, PlatePage } from '../../ui/plate-page.tsx'
import { FreshLink } from '../fresh-links/fresh-link.tsx'
import { agoInWords } from './accounts.rules.ts'
import { ResendOutcome, useResendConfirmation } from './unconfirmed-email.tsx'
import { useFreshUser } from './use-fresh-user.ts'

type Opened = Output<typeof openConfirmation>

/** Confirms the address from an emailed link when a button is pressed: mail scanners open links and run scripts. */
export function ConfirmEmailPage() {
  const { id, token } = useEmailedLink(addresses.confirmEmail)
  return (
    <PlatePage title="Confirm your email">
      {token ? <Confirmation key={token} id={id} token={token} /> : <NotConfirmed id={id} message={LINK_INCOMPLETE} />}
    </PlatePage>
  )
}

function Confirmation({ id, token }: { id: string | undefined; token: string }) {
  const opened = useQuery({
    ...queryOf(openConfirmation, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const answer = useMutation({
    mutationFn: (body: { isMine?: boolean; password?: string }) => call(confirmEmail, { body: { token, ...body } }),
  })
  const isEnding = answer.variables?.isMine === false
  if (answer.data) return <Answered message={answer.data.message} />
  const problem = [answer.error, opened.error].find(isLinkInvalid)
  if (problem) return <NotConfirmed id={id} message={problem.message} />
  return (
    <Loaded query={opened} height="h-40" className="m-6">
      {(data) => {
        if (data.isConfirmed) return <Answered message="Your email address is confirmed." />
        return data.question ? (
          <WasItYou
            opened={data}
            question={data.question}
            isEnding={isEnding && answer.isPending}
            endError={isEnding ? answer.error : null}
            onYes={(password) => answer.mutateAsync({ isMine: true, ...(password && { password }) })}
            onNo={() => answer.mutate({ isMine: false })}
          />
        ) : (
          <DialogEnd
            way={
              <Button variant="cta" busy={answer.isPending} busyLabel="Confirming..." onClick={() => answer.mutate({})}>
                Confirm my email
              </Button>
            }
          >
            <p className="wrap-anywhere">
              {data.isNewAddress ? 'Use' : 'Confirm'}{' '}
              <b>
                <EmailText email={data.email} />
              </b>{' '}
              for the account of {data.name}.
            </p>
            <FormError>{answer.error}</FormError>
          </DialogEnd>
        )
      }}
    </Loaded>
  )
}

interface WasItYouProps {
  opened: Opened
  question: NonNullable<Opened['question']>
  isEnding: boolean
  /** Why "No" didn't arrive. */
  endError: Error | null
  onYes: (password: string) => Promise<unknown>
  onNo: () => void
}

/** On another device than the one that gave the address: it may have been a stranger. */
function WasItYou({ opened, question, isEnding, endError, onYes, onNo }: WasItYouProps) {
  const { device, askedAt, needsPassword } = question
  const form = useContractForm(z.strictObject({ password: needsPassword ? KnownPassword : z.string() }), {
    password: '',
  })
  const submit = form.submit(({ password }) => onYes(password).then(() => {}))
  const where = `${device ? ` on ${device}` : ' on another device'} ${agoInWords(askedAt, serverNow())}`
  return (
    <form className="dlg__form" noValidate onSubmit={submit}>
      <DialogBody className="grid content-start gap-4">
        <p className="wrap-anywhere">
          {opened.isNewAddress ? (
            <>
              Did you ask to use{' '}
              <b>
                <EmailText email={opened.email} />
              </b>{' '}
              for the account of <b>{opened.name}</b>
              {where}?
            </>
          ) : (
            <>
              Did you sign up as <b>{opened.name}</b>
              {where}? The address is{' '}
              <b>
                <EmailText email={opened.email} />
              </b>
              .
            </>
          )}
        </p>
        {needsPassword && (
          <>
            <PasswordField {...form.field('password')} label="Your password" />
            <p className="small muted">
              If it was you, enter the password you chose. <Link to={addresses.forgotPassword.href()}>Forgot it?</Link>
            </p>
          </>
        )}
        <FormError>{form.error ?? endError}</FormError>
      </DialogBody>
      <DialogFoot isStacked>
        <Button type="submit" variant="cta" busy={form.isBusy} busyLabel="Confirming...">
          Yes, that was me
        </Button>
        <Button busy={isEnding} busyLabel="Ending it..." onClick={onNo}>
          No, not me
        </Button>
      </DialogFoot>
    </form>
  )
}

function Answered({ message }: { message: string }) {
  useFreshUser()
  return (
    <DialogEnd way={backToHome}>
      <FormAnswer>{message}</FormAnswer>
    </DialogEnd>
  )
}

/** A fresh link, by the public id in the address; older links have none, so whoever is signed in asks for one. */
function NotConfirmed({ id, message }: { id: string | undefined; message: string }) {
  const { user } = useSession()
  const { openSignIn } = useDialogs()
  if (id) return <FreshLink id={id} message={message} />
  return (
    <DialogEnd
      way={
        user ? (
          <Resend />
        ) : (
          <Button variant="cta" onClick={() => openSignIn()}>
            Sign In
          </Button>
        )
      }
    >
      <Banner>{message}</Banner>
      <p className="muted wrap-anywhere">
        {user
          ? `We can send a fresh link to ${user.pendingEmail ?? user.email}.`
          : "Sign in and we'll send a fresh link to your address."}
      </p>
    </DialogEnd>
  )
}

function Resend() {
  const resend = useResendConfirmation()
  return (
    <div className="grid">
      <ResendOutcome resend={resend} className="not-empty:mb-3" />
      <Button variant="cta" busy={resend.isPending} busyLabel="Sending..." onClick={() => resend.mutate()}>
        Send a fresh link
      </Button>
    </div>
  )
}
