import type { Session } from '@arcadia/contract/accounts'
import { askForSignInLink, Newcomer, registerNewcomer } from '@arcadia/contract/newcomers'
import type { TripDate } from '@arcadia/contract/trip-date'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { ApiError, call } from '../../api/call.ts'
import { EmailField } from '../../forms/email-field.tsx'
import { FormAnswer } from '../../forms/form-answer.tsx'
import { FormView } from '../../forms/form-view.tsx'
import { useDraft } from '../../forms/use-draft.ts'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { Banner } from '../../ui/banner.tsx'
import { BUSY } from '../../ui/button.tsx'
import { DialogBody } from '../../ui/dialog.tsx'
import { EmailText } from '../../ui/email-text.tsx'
import { PhoneField, TextField } from '../../ui/field.tsx'
import { EMAIL_ME_LINK } from './email-me-link.tsx'
import { demandRole } from './sign-in.ts'

const NEWCOMER = { firstName: '', lastName: '', email: '', phoneNumber: '' }

/** What a newcomer typed in this tab, kept until the account exists. */
export const useNewcomerDraft = () => useDraft('newcomer', { ...NEWCOMER, pressKey: '' })

interface NewcomerFormProps {
  date: TripDate
  submit: string
  /** Typed already, elsewhere. */
  email: string
  onEmail: (email: string) => void
  onSignedIn: (session: Session) => void
  /** The address has an account with a password. */
  onSignIn: (email: string) => void
  /** Above the fields. */
  children: ReactNode
  below: ReactNode
}

/** Name, email and phone make an account without a password. The booking doesn't ask for them again. */
export function NewcomerForm({
  date,
  submit,
  email: typedEmail,
  onEmail,
  onSignedIn,
  onSignIn,
  children,
  below,
}: NewcomerFormProps) {
  const form = useDraftForm('newcomer', Newcomer, NEWCOMER)
  const startWithTyped = useEffectEvent(() => typedEmail && form.set('email', typedEmail))
  useEffect(() => void startWithTyped(), [])
  const [takenEmail, setTakenEmail] = useState<string>()
  const [isLinkSent, setLinkSent] = useState(false)

  const register = form.submit(async (body) => {
    try {
      const session = await call(
        registerNewcomer,
        { body },
        { idempotencyKey: form.pressKey(), fallback: 'Registration failed. Please try again.' },
      )
      demandRole(session, 'USER', 'Account creation failed. Please try again.')
      onSignedIn(session)
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'email-taken')) throw error
      form.dropPress()
      setTakenEmail(body.email)
    }
  })

  // In the order of the page: the first wrong one takes the focus.
  const [firstName, lastName, email] = [form.field('firstName'), form.field('lastName'), form.field('email')]
  if (takenEmail && isLinkSent)
    return (
      <DialogBody className="grid content-start gap-4">
        {children}
        <FormAnswer>
          <span>
            We're emailing a sign-in link to{' '}
            <strong>
              <EmailText email={takenEmail} />
            </strong>
            . Open it within 15 minutes, on any device. It brings you back to your date.
          </span>
        </FormAnswer>
        <button
          type="button"
          className="link -my-2 min-h-11 justify-self-start text-ui"
          onClick={() => {
            setTakenEmail(undefined)
            setLinkSent(false)
          }}
        >
          Use another email
        </button>
        {below}
      </DialogBody>
    )
  return (
    <FormView form={form} onSubmit={register} submit={submit} busyLabel="Starting..." below={below}>
      {children}
      <div className="pairs">
        <TextField {...firstName} label="First name" autoComplete="given-name" required data-autofocus />
        <TextField {...lastName} label="Last name" autoComplete="family-name" required />
      </div>
      <EmailField
        {...email}
        onChange={(event) => {
          setTakenEmail(undefined)
          onEmail(event.target.value)
          return email.onChange(event)
        }}
        label="Email"
      />
      {takenEmail && (
        <Taken email={takenEmail} date={date} onSent={() => setLinkSent(true)} onSignIn={() => onSignIn(takenEmail)} />
      )}
      <PhoneField {...form.field('phoneNumber')} label="Phone number" />
      <p className="small muted">No password needed. We'll email you a link to set one, for when you come back.</p>
    </FormView>
  )
}

interface TakenProps {
  email: string
  date: TripDate
  onSent: () => void
  onSignIn: () => void
}

/** Shown when the address already has an account: offers both ways to sign in. */
function Taken({ email, date, onSent, onSignIn }: TakenProps) {
  const ask = useMutation({
    mutationFn: () => call(askForSignInLink, { body: { email, selectedDate: date } }),
    onSuccess: onSent,
  })
  return (
    <Banner tone="info">
      <p>You already have an account with this email.</p>
      <p className="mt-1 flex flex-wrap gap-x-6">
        {/* Focused, because it answers what the person just did. */}
        <button
          type="button"
          className="link min-h-11"
          ref={focusAtFirst}
          onClick={() => ask.mutate()}
          {...(ask.isPending && BUSY)}
        >
          {ask.isPending ? 'Sending...' : EMAIL_ME_LINK}
        </button>
        <button type="button" className="link min-h-11" onClick={onSignIn}>
          Sign in with a password
        </button>
      </p>
      {ask.error && (
        <p role="alert" className="text-danger">
          {ask.error.message}
        </p>
      )}
    </Banner>
  )
}

const focusAtFirst = (element: HTMLElement | null) => element?.focus()
