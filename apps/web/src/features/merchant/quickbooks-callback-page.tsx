import type { Session } from '@arcadia/contract/accounts'
import { addresses, portal } from '@arcadia/contract/addresses'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useAdminAuth } from '../../session/session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { buttonClass, LinkButton } from '../../ui/button.tsx'
import { DialogEnd } from '../../ui/dialog.tsx'
import { PlatePage } from '../../ui/plate-page.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { CONNECTED, finishAttempt, type ProviderAnswer, readProviderAnswer } from './connection-attempt.ts'

/** The page QuickBooks sends the owner's browser back to. */
export function QuickbooksCallbackPage() {
  const { search } = useLocation()
  const { session } = useAdminAuth()
  const read = readSafely(search)
  if ('message' in read) return <Failed message={read.message} />
  if (!session) return <SignedOut />
  return <Attempt answer={read.answer} session={session} />
}

function readSafely(search: string): { answer: ProviderAnswer } | { message: string } {
  try {
    return { answer: readProviderAnswer(search) }
  } catch (error) {
    return { message: (error as Error).message }
  }
}

function Attempt({ answer, session }: { answer: ProviderAnswer; session: Session }) {
  const navigate = useNavigate()
  // A query although it changes data, so that it runs once per state however often the page renders.
  const { data, error } = useQuery({
    queryKey: ['quickbooks-callback', answer.state],
    queryFn: () => finishAttempt(answer, { session, storage: window.sessionStorage }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  useEffect(() => {
    if (data !== 'connected') return
    navigate(portal.merchantSetup.href({ success: 'true', message: CONNECTED }), { replace: true })
  }, [data, navigate])

  if (error) return <Failed message={error.message} />
  if (data) return <Connected />
  return (
    <PlatePage title="Connecting QuickBooks">
      <div className="grid justify-items-center gap-4 p-10">
        <Spinner label="Connecting QuickBooks" />
        <p className="muted">This takes a few seconds. Please leave this page open.</p>
      </div>
    </PlatePage>
  )
}

function Connected() {
  return (
    <PlatePage title="QuickBooks connected">
      <DialogEnd way={toPortal}>
        <p role="status">{CONNECTED}. Guests can pay deposits now.</p>
      </DialogEnd>
    </PlatePage>
  )
}

function Failed({ message }: { message: string }) {
  return (
    <PlatePage title="Connection Failed">
      <DialogEnd way={toPortal}>
        <Banner>{message}</Banner>
        <p className="muted">Merchant Setup shows whether QuickBooks is connected. You can try again there anytime.</p>
      </DialogEnd>
    </PlatePage>
  )
}

function SignedOut() {
  const { pathname, search } = useLocation()
  return (
    <PlatePage title="Authentication Required">
      <DialogEnd
        way={
          <Link
            to={addresses.staffSignIn.href()}
            state={{ from: pathname + search }}
            className={buttonClass({ variant: 'cta' })}
          >
            Sign In
          </Link>
        }
      >
        <p className="muted">Sign in with the admin account that clicked Connect to finish connecting.</p>
      </DialogEnd>
    </PlatePage>
  )
}

const toPortal = (
  <LinkButton to={portal.merchantSetup.href()} variant="cta">
    Return to Admin Portal
  </LinkButton>
)
