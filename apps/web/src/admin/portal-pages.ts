import { merchant } from '../features/merchant/merchant.screens.ts'
import { invitation } from '../features/people/people.screens.ts'
import type { PortalPage } from '../screen.ts'

/** What is shown in the portal beside its tabs. They and `/admin` are a document of their own, which visitors do not load. */
export const portalPages: readonly PortalPage[] = [
  { path: '/admin/login', load: async () => (await import('./admin-login-page.tsx')).AdminLoginPage },
  invitation,
  merchant,
]
