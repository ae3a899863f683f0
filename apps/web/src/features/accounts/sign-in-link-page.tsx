import { signInWithLink } from '@arcadia/contract/newcomers'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { ApiError, call } from '../../api/call.ts'
import { useDialogs } from '../../dialogs.ts'
import { FormError } from '../../forms/form-error.tsx'
import { useSession } from '../../session/session.tsx'
import { LINK_INCOMPLETE, useEmailedLink } from '../../session/use-emailed-link.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { DialogEnd } from '../../ui/dialog.tsx'
import { PlatePage } from '../../ui/plate-page.tsx'
import { LinkRequestForm } from './link-request-form.tsx'

/**
 * Signs in from an emailed link on a button press: mail scanners open links, and each works once. Without a working
 * link it asks for a new one.
 */
export function SignInLinkPage() {
  const link = useEmailedLink()
  const { user, signIn } = useSession()
  const { openBooking } = useDialogs()
  const navigate = useNavigate()
  const use = useMutation({
    mutationFn: (token: string) => call(signInWithLink, { body: { token } }),
    onSuccess: async (session) => {
      signIn(session)
      await navigate(link?.date ? '/' : '/bookings', { replace: true })
      if (link?.date) openBooking({ date: link.date })
    },
  })
  const isUsedUp = use.error instanceof ApiError && use.error.code === 'link-invalid' && use.variables === link?.token

  if (link && !isUsedUp)
    return (
      <PlatePage title="Sign In">
        <DialogEnd
          way={
            <Button variant="cta" busy={use.isPending} busyLabel="Signing in..." onClick={() => use.mutate(link.token)}>
              Sign In
            </Button>
          }
        >
          <p>
            {link.date ? (
              <>
                Welcome back. Your date: <strong className="num">{formatFullDate(link.date)}</strong>.
              </>
            ) : (
              "Welcome back. One tap and you're in."
            )}
          </p>
          <FormError>{use.error}</FormError>
        </DialogEnd>
      </PlatePage>
    )
  if (user)
    return (
      <PlatePage title="Sign In">
        <DialogEnd
          way={
            <LinkButton to="/bookings" variant="cta">
              Manage Bookings
            </LinkButton>
          }
        >
          <p>You're already signed in, {user.firstName || user.username}.</p>
        </DialogEnd>
      </PlatePage>
    )
  return (
    <PlatePage title="Sign In">
      <Banner className="mx-6 mt-5">{isUsedUp ? use.error?.message : LINK_INCOMPLETE}</Banner>
      <LinkRequestForm signsIn date={link?.date}>
        <Link to="/" className="link -my-2 min-h-11 justify-self-start text-ui">
          Back to home
        </Link>
      </LinkRequestForm>
    </PlatePage>
  )
}
