import { useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import { turnOffHere } from '../features/push-notices/this-device.ts'
import { useAdminAuth } from '../session/session.tsx'
import { buttonClass } from '../ui/button.tsx'
import { DialogBody, DialogFoot } from '../ui/dialog.tsx'
import { PlatePage } from '../ui/plate-page.tsx'
import type { LoginState } from './login-state.ts'
import { Portal } from './portal.tsx'
import { useTheme } from './use-theme.ts'

/**
 * Guards the portal: a signed-out visitor is asked to sign in, and one whose session ends inside is sent to the sign-in
 * page.
 */
export function AdminPage() {
  const { isAuthenticated, user, logout } = useAdminAuth()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const theme = useTheme()
  const [wasInside, setWasInside] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  if (isAuthenticated && !wasInside) setWasInside(true)

  function leave() {
    setLeaving(true)
    void turnOffHere()
    logout()
    navigate('/')
  }
  const from = pathname + search
  if (isAuthenticated) return <Portal key={user?.id} {...theme} onSignOut={leave} />
  if (isLeaving) return null
  if (wasInside) return <Navigate to="/admin/login" replace state={{ from, hasEnded: true } satisfies LoginState} />
  return <AuthenticationRequired from={from} />
}

/** @param props.from where to go on after logging in */
function AuthenticationRequired({ from }: { from: string }) {
  return (
    <PlatePage title="Authentication Required">
      <DialogBody className="grid content-start gap-4">
        <p className="muted">This is the admin portal. Sign in with an admin account to continue.</p>
        <Link to="/" className="link -my-2 min-h-11 justify-self-start text-ui">
          Back to the customer portal
        </Link>
      </DialogBody>
      <DialogFoot isStacked>
        <Link to="/admin/login" state={{ from } satisfies LoginState} className={buttonClass({ variant: 'cta' })}>
          Sign In
        </Link>
      </DialogFoot>
    </PlatePage>
  )
}
