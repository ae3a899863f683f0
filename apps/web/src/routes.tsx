import { lazy, type ReactNode } from 'react'
import { lazyFeature } from './lazy-feature.tsx'
import { prerenderedPage } from './prerender/prerendered-page.tsx'
import { LandingPage } from './site/landing-page.tsx'

interface Page {
  path: string
  element: ReactNode
  /** The HTML file it is prerendered into. Its component is imported eagerly or by `prerenderedPage`. */
  file?: `${string}.html`
  /** What its HTML waits for before it is taken over. */
  preload?: () => Promise<unknown>
}

const privacy = prerenderedPage(async () => (await import('./site/legal/privacy-page.tsx')).PrivacyPage)
const terms = prerenderedPage(async () => (await import('./site/legal/terms-page.tsx')).TermsPage)
const NotFoundPage = lazy(async () => ({ default: (await import('./site/not-found-page.tsx')).NotFoundPage }))

const AdminLoginPage = lazyFeature(async () => (await import('./admin/admin-login-page.tsx')).AdminLoginPage)
const AdminPage = lazyFeature(async () => (await import('./admin/admin-page.tsx')).AdminPage)
const ConfirmEmailPage = lazyFeature(
  async () => (await import('./features/accounts/confirm-email-page.tsx')).ConfirmEmailPage,
)
const ManageBookingsPage = lazyFeature(
  async () => (await import('./features/my-bookings/manage-bookings-page.tsx')).ManageBookingsPage,
)
const QuickbooksCallbackPage = lazyFeature(
  async () => (await import('./features/merchant/quickbooks-callback-page.tsx')).QuickbooksCallbackPage,
)
const ResetPasswordPage = lazyFeature(
  async () => (await import('./features/accounts/reset-password-page.tsx')).ResetPasswordPage,
)

/** Every URL of the site and the portal. Pages with data are `lazyFeature(…)`. */
export const pages: readonly Page[] = [
  { path: '/', element: <LandingPage />, file: 'index.html' },
  { path: '/privacy', element: <privacy.Page />, file: 'privacy.html', preload: privacy.preload },
  { path: '/eula', element: <terms.Page />, file: 'eula.html', preload: terms.preload },
  { path: '/bookings', element: <ManageBookingsPage /> },
  { path: '/reset-password', element: <ResetPasswordPage /> },
  { path: '/confirm-email', element: <ConfirmEmailPage /> },
  { path: '/quickbooks/callback', element: <QuickbooksCallbackPage /> },
  { path: '/admin', element: <AdminPage /> },
  { path: '/admin/login', element: <AdminLoginPage /> },
  { path: '*', element: <NotFoundPage /> },
]
