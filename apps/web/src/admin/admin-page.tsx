import { addresses, portal } from '@arcadia/contract/addresses'
import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { turnOffHere } from '../features/push-notices/this-device.ts'
import { lazyFeature } from '../lazy-feature.tsx'
import { useAdminAuth } from '../session/session.tsx'
import { Loading } from '../ui/spinner.tsx'
import { leaveFor } from '../ui/use-back-closes.ts'
import type { LoginState } from './login-state.ts'
import { Portal } from './portal.tsx'
import { useTheme } from './use-theme.ts'

const AuthenticationRequired = lazyFeature(
  async () => (await import('./authentication-required.tsx')).AuthenticationRequired,
)

/** Short, because reception at the ramp is poor. */
const PATIENCE_MS = 3000

/** The site if it answers, else the portal's own page, which the device has cached. `onLine` is true on any Wi-Fi. */
async function nextPage(): Promise<string> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const isThere = await fetch(addresses.home.href(), { method: 'HEAD', signal }).then(
    ({ ok }) => ok,
    () => false,
  )
  return isThere ? addresses.home.href() : portal.href()
}

/**
 * Guards the portal: signed-out visitors are asked to sign in; a session that ends inside leads to the sign-in page.
 */
export function AdminPage() {
  const { isAuthenticated, user, logout } = useAdminAuth()
  const { pathname, search } = useLocation()
  const theme = useTheme()
  const [wasInside, setWasInside] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  if (isAuthenticated && !wasInside) setWasInside(true)

  function leave() {
    setLeaving(true)
    void turnOffHere()
    logout()
    void leaveFor(nextPage())
    // Back may restore this page from the browser's cache.
    window.addEventListener('pageshow', () => setLeaving(false), { once: true })
  }
  const from = pathname + search
  if (isAuthenticated) return <Portal key={user?.id} {...theme} onSignOut={leave} />
  if (isLeaving) return <Loading label="Signing out" />
  if (wasInside)
    return <Navigate to={addresses.staffSignIn.href()} replace state={{ from, hasEnded: true } satisfies LoginState} />
  return <AuthenticationRequired from={from} />
}
