import { addresses } from '@arcadia/contract/addresses'
import { Link, Navigate, useLocation } from 'react-router'
import { AdminLoginForm } from '../features/accounts/admin-login-form.tsx'
import { WaitingAtSignIn } from '../features/check-ins/waiting-at-sign-in.tsx'
import { useAdminAuth } from '../session/session.tsx'
import { Banner } from '../ui/banner.tsx'
import { PlatePage } from '../ui/plate-page.tsx'
import { readLoginState } from './login-state.ts'
import { useTheme } from './use-theme.ts'

export function AdminLoginPage() {
  const { isAuthenticated } = useAdminAuth()
  const { from, hasEnded } = readLoginState(useLocation().state)
  useTheme()
  if (isAuthenticated) return <Navigate to={from} replace />
  return (
    <PlatePage title="Sign in">
      {hasEnded && (
        <Banner tone="info" className="mx-6 mt-5">
          Your session has ended. Please sign in again.
        </Banner>
      )}
      <WaitingAtSignIn />
      <AdminLoginForm>
        <p className="border-t border-line pt-2 text-ui">
          <Link reloadDocument to={addresses.home.href()} className="link -mb-2 min-h-11">
            Back to the website
          </Link>
        </p>
      </AdminLoginForm>
    </PlatePage>
  )
}
