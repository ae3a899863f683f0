import { Credentials, type Session } from '@arcadia/contract/accounts'
import { addresses } from '@arcadia/contract/addresses'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { type DialogProps, useDialogs } from '../../dialogs.ts'
import { FormView } from '../../forms/form-view.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogView } from '../../ui/dialog.tsx'
import { AccountWays } from './account-ways.tsx'
import { LoginField } from './credentials-fields.tsx'
import { EMAIL_ME_LINK } from './email-me-link.tsx'
import { LinkRequestForm } from './link-request-form.tsx'
import { NewcomerForm, useNewcomerDraft } from './newcomer-form.tsx'
import { signInAs } from './sign-in.ts'
import { useArrivalSignedIn } from './use-arrival-signed-in.ts'

const TITLES = {
  newcomer: 'Start here, or sign in',
  password: 'Sign In',
  forgotten: 'Forgot your password?',
  link: EMAIL_ME_LINK,
}

type View = keyof typeof TITLES

/** Customers sign in. When booking a date, newcomers come first and need no password. */
export function SignInDialog({ message, goOnTo, date, hasAccount, email, onClose }: DialogProps<'sign-in'>) {
  const [view, setView] = useState<View>(date && !hasAccount ? 'newcomer' : 'password')
  const { draft, forget } = useNewcomerDraft()
  /** Username or email, typed in one view and kept for the others. */
  const [typed, setTyped] = useState(email || draft.email)
  const arrived = useArrivalSignedIn({ goOnTo, onClose })
  const arrive = (session: Session) => {
    // The next person in this tab may be someone else.
    forget()
    arrived(session)
  }
  const open = (next: View, usernameOrEmail = typed) => {
    setTyped(usernameOrEmail)
    setView(next)
  }
  const typedEmail = { email: emailOf(typed), onEmail: setTyped }
  return (
    <Dialog title={TITLES[view]} onClose={onClose}>
      <DialogView key={view}>
        {view === 'newcomer' && date && (
          <NewcomerForm
            date={date}
            {...typedEmail}
            submit={message ? 'Join the waitlist' : 'Start my booking'}
            onSignedIn={arrive}
            onSignIn={(known) => open('password', known)}
            below={<OtherWays {...{ goOnTo, date }} email={typedEmail.email} />}
          >
            <AccountWays isNew date={date} onOther={() => open('password')} />
            {message && <Banner tone="info">{message}</Banner>}
          </NewcomerForm>
        )}
        {view === 'password' && <SignInForm {...{ message, goOnTo, date, onClose, typed, arrive }} onOpen={open} />}
        {(view === 'forgotten' || view === 'link') && (
          <LinkRequestForm signsIn={view === 'link'} {...{ date, goOnTo }} {...typedEmail}>
            <button
              type="button"
              className="link -my-2 min-h-11 justify-self-start text-ui"
              onClick={() => open('password')}
            >
              Back to sign in
            </button>
          </LinkRequestForm>
        )}
      </DialogView>
    </Dialog>
  )
}

/** Nothing, of a username. */
const emailOf = (usernameOrEmail: string) => (usernameOrEmail.includes('@') ? usernameOrEmail : '')

interface SignInFormProps extends DialogProps<'sign-in'> {
  typed: string
  arrive: (session: Session) => void
  onOpen: (view: View, usernameOrEmail: string) => void
}

function SignInForm({ message, goOnTo, date, onClose, typed, arrive, onOpen }: SignInFormProps) {
  const form = useContractForm(Credentials, { usernameOrEmail: typed, password: '' })
  const submit = form.submit(async (credentials) => {
    const words = {
      otherRole: 'This account requires admin access. Please use the admin portal.',
      fallback: 'Login failed. Please try again.',
    }
    arrive(await signInAs('USER', credentials, words))
  })
  const usernameOrEmail = form.watch('usernameOrEmail')
  return (
    <FormView
      form={form}
      onSubmit={submit}
      submit="Sign In"
      busyLabel="Signing in..."
      isSecond
      below={
        <OtherWays {...{ goOnTo, date }} email={emailOf(usernameOrEmail)}>
          <p className="muted">
            <Link className="link" to={addresses.staffSignIn.href()} reloadDocument onClick={onClose}>
              Owner sign-in
            </Link>
          </p>
        </OtherWays>
      }
    >
      {date && <AccountWays isNew={false} date={date} onOther={() => onOpen('newcomer', usernameOrEmail)} />}
      {message && <Banner tone="info">{message}</Banner>}
      <LoginField form={form} data-autofocus />
      <Button variant="cta" onClick={() => onOpen('link', usernameOrEmail)}>
        {EMAIL_ME_LINK}
      </Button>
      <p className="small muted">No password needed. Or sign in with yours:</p>
      <PasswordField {...form.field('password')} label="Password" />
      <button
        type="button"
        className="link -my-2 min-h-11 justify-self-start text-ui"
        onClick={() => onOpen('forgotten', usernameOrEmail)}
      >
        Forgot your password?
      </button>
    </FormView>
  )
}

interface OtherWaysProps extends Pick<DialogProps<'sign-up'>, 'goOnTo' | 'date' | 'email'> {
  /** Below it. */
  children?: ReactNode
}

/** The specified link to sign-up, small and last; whoever picked a date was asked above if they are new. */
function OtherWays({ goOnTo, date, email, children }: OtherWaysProps) {
  const { openSignUp } = useDialogs()
  return (
    <div className="small border-t border-line pt-4">
      <p>
        {date ? 'Want a username and password right away?' : 'New here?'}{' '}
        <button type="button" className="link" onClick={() => openSignUp({ goOnTo, date, email })}>
          Sign Up
        </button>
      </p>
      {children}
    </div>
  )
}
