import { addresses } from '@arcadia/contract/addresses'
import { openSignInLink, signInWithLink } from '@arcadia/contract/newcomers'
import { unbroken } from '@arcadia/contract/site/unbroken'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { useDialogs } from '../../dialogs.ts'
import { FormError } from '../../forms/form-error.tsx'
import { useSession } from '../../session/session.tsx'
import { isLinkInvalid, LINK_INCOMPLETE, useEmailedLink } from '../../session/use-emailed-link.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { DialogEnd } from '../../ui/dialog.tsx'
import { EmailText } from '../../ui/email-text.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PlatePage } from '../../ui/plate-page.tsx'
import { FreshLink } from '../fresh-links/fresh-link.tsx'
import { LinkRequestForm } from './link-request-form.tsx'
import { takeWayBack } from './way-back.ts'

/**
 * Signs in from an emailed link on a button press: mail scanners open links, and each works once. One that
 * doesn't work brings a fresh one.
 */
export function SignInLinkPage() {
  const { id, token, bookingId } = useEmailedLink(addresses.signIn)
  return (
    <PlatePage title="Sign In">
      {token ? (
        <SignInLink key={token} id={id} token={token} bookingId={bookingId} />
      ) : (
        <NotUsable id={id} message={LINK_INCOMPLETE} />
      )}
    </PlatePage>
  )
}

interface SignInLinkProps {
  id: string | undefined
  token: string
  /** The trip that it leads back to. */
  bookingId: number | undefined
}

function SignInLink({ id, token, bookingId }: SignInLinkProps) {
  const { user, signIn } = useSession()
  const { openBooking } = useDialogs()
  const navigate = useNavigate()
  const link = useQuery({
    ...queryOf(openSignInLink, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const date = link.data?.selectedDate
  const use = useMutation({
    mutationFn: () => call(signInWithLink, { body: { token } }),
    onSuccess: async (session) => {
      signIn(session)
      const asked = takeWayBack(session.user.email) ?? addresses.bookings.href()
      const back = bookingId ? addresses.trip.own.href({ id: bookingId }) : asked
      await navigate(date ? addresses.home.href() : back, { replace: true })
      if (date) openBooking({ date })
    },
  })
  const problem = [use.error, link.error].find(isLinkInvalid)
  if (problem) return <NotUsable id={id} message={problem.message} />
  return (
    <Loaded query={link} height="h-40" className="m-6">
      {({ email }) => {
        const isOther = user !== null && user.email.toLowerCase() !== email.toLowerCase()
        return (
          <DialogEnd
            way={
              <>
                <Button variant="cta" busy={use.isPending} busyLabel="Signing in..." onClick={() => use.mutate()}>
                  {isOther ? 'Switch accounts' : 'Sign In'}
                </Button>
                {isOther && <LinkButton to={addresses.bookings.href()}>Stay signed in</LinkButton>}
              </>
            }
          >
            {isOther && (
              <Banner tone="info">
                You're signed in as{' '}
                <b>
                  <EmailText email={user.email} />
                </b>
                . This link is for another account, and using it signs you out of yours on this device.
              </Banner>
            )}
            <p className="wrap-anywhere">
              {isOther ? 'The link signs in as' : 'Welcome back. One tap signs you in as'}{' '}
              <b>
                <EmailText email={email} />
              </b>
              .
              {date && (
                <>
                  {' '}
                  Your date: <strong className="num">{unbroken(formatFullDate(date))}</strong>.
                </>
              )}
            </p>
            <FormError>{use.error}</FormError>
          </DialogEnd>
        )
      }}
    </Loaded>
  )
}

function SignedInAlready() {
  const { user } = useSession()
  return (
    <DialogEnd
      way={
        <LinkButton to={addresses.bookings.href()} variant="cta">
          Manage Bookings
        </LinkButton>
      }
    >
      <p>You're already signed in, {user?.firstName || user?.username}.</p>
    </DialogEnd>
  )
}

/** Older links have no id, so an address is asked for. */
function NotUsable({ id, message }: { id: string | undefined; message: string }) {
  const { user } = useSession()
  if (user) return <SignedInAlready />
  if (id) return <FreshLink id={id} message={message} />
  return (
    <>
      <Banner className="mx-6 mt-5">{message}</Banner>
      <LinkRequestForm signsIn>
        <Link to={addresses.home.href()} className="link -my-2 min-h-11 justify-self-start text-ui">
          Back to home
        </Link>
      </LinkRequestForm>
    </>
  )
}
