import { addresses } from '@arcadia/contract/addresses'
import { merchant } from '../features/merchant/merchant.screens.ts'
import { invitation } from '../features/people/people.screens.ts'
import { bookingReceipts } from '../features/receipts/admin-receipts.screens.ts'
import type { PortalPage } from '../screen.ts'

/** Portal pages beside its tabs. They and the tabs are a separate document that visitors don't load. */
export const portalPages: readonly PortalPage[] = [
  { path: addresses.staffSignIn.path, load: async () => (await import('./admin-login-page.tsx')).AdminLoginPage },
  invitation,
  merchant,
  bookingReceipts,
]
