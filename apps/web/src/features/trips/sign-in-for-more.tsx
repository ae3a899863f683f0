import { addresses } from '@arcadia/contract/addresses'
import { emailTripSignIn, type Trip } from '@arcadia/contract/trips'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { FormError } from '../../forms/form-error.tsx'
import { useSession } from '../../session/session.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { AnswerDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog, DialogEnd } from '../../ui/dialog.tsx'
import { EMAIL_ME_LINK } from '../accounts/email-me-link.tsx'

interface SignInForMoreProps {
  trip: Trip
  token: string
  variant?: 'line' | 'text'
  children: string
}

/** Where a link is not enough: the same page, signed in, by an emailed link (docs/rules.md §2.26). */
export function SignInForMore({ trip: { own }, token, variant = 'line', children }: SignInForMoreProps) {
  const { session } = useSession()
  const [isAsking, setAsking] = useState(false)
  if (!own) return null
  if (session || !own.emailHint)
    return (
      <LinkButton to={addresses.trip.own.href(own)} variant={variant}>
        {children}
      </LinkButton>
    )
  return (
    <>
      <Button variant={variant} onClick={() => setAsking(true)}>
        {children}
      </Button>
      {isAsking && <EmailedSignIn {...{ own, token }} hint={own.emailHint} onClose={() => setAsking(false)} />}
    </>
  )
}

interface EmailedSignInProps {
  own: { id: number }
  token: string
  hint: string
  onClose: () => void
}

function EmailedSignIn({ own, token, hint, onClose }: EmailedSignInProps) {
  const ask = useMutation({ mutationFn: () => call(emailTripSignIn, { body: { token } }) })
  if (ask.isSuccess)
    return (
      <AnswerDialog title="Check your email" onClose={onClose}>
        {`We're emailing a sign-in link to ${hint}. Open it within 15 minutes, on any device. It brings you back to your trip.`}
      </AnswerDialog>
    )
  return (
    <Dialog title="Sign in for this" onClose={onClose}>
      <DialogEnd
        way={
          <>
            <Button variant="cta" busy={ask.isPending} busyLabel="Sending..." onClick={() => ask.mutate()}>
              {EMAIL_ME_LINK}
            </Button>
            <LinkButton to={addresses.trip.own.href(own)}>Sign in another way</LinkButton>
          </>
        }
      >
        <p className="wrap-anywhere">
          Only you can change your trip. We'll email a link to <b>{hint}</b> that signs you in and brings you back here.
        </p>
        <FormError>{ask.error}</FormError>
      </DialogEnd>
    </Dialog>
  )
}
