import { useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { useAdminAuth } from '../session/session.tsx'
import { AuthenticationRequired } from './authentication-required.tsx'
import type { LoginState } from './login-state.ts'
import { Portal } from './portal.tsx'
import { useTheme } from './use-theme.ts'

/** The portal's guard: who opens it signed out is asked to log in; who loses the session inside is sent to the login. */
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
    logout()
    navigate('/')
  }
  const from = pathname + search
  if (isAuthenticated) return <Portal key={user?.id} {...theme} onLogout={leave} />
  if (isLeaving) return null
  if (wasInside) return <Navigate to="/admin/login" replace state={{ from, hasEnded: true } satisfies LoginState} />
  return <AuthenticationRequired from={from} />
}
