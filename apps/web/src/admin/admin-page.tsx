import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { turnOffHere } from '../features/push-notices/this-device.ts'
import { lazyFeature } from '../lazy-feature.tsx'
import { useAdminAuth } from '../session/session.tsx'
import { leaveFor } from '../ui/use-back-closes.ts'
import type { LoginState } from './login-state.ts'
import { Portal } from './portal.tsx'
import { useTheme } from './use-theme.ts'

const AuthenticationRequired = lazyFeature(
  async () => (await import('./authentication-required.tsx')).AuthenticationRequired,
)

/**
 * Guards the portal: a signed-out visitor is asked to sign in, and one whose session ends inside is sent to the sign-in
 * page.
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
    // Without a network the device has no page but the portal's own.
    leaveFor(navigator.onLine ? '/' : '/admin')
    // Back may bring the page here again as it was left.
    window.addEventListener('pageshow', () => setLeaving(false), { once: true })
  }
  const from = pathname + search
  if (isAuthenticated) return <Portal key={user?.id} {...theme} onSignOut={leave} />
  if (isLeaving) return null
  if (wasInside) return <Navigate to="/admin/login" replace state={{ from, hasEnded: true } satisfies LoginState} />
  return <AuthenticationRequired from={from} />
}
