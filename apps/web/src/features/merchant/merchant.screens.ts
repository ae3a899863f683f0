import { portal } from '@arcadia/contract/addresses'
import type { PortalPage } from '../../screen.ts'

export const merchant: PortalPage = {
  path: portal.quickbooksCallback.path,
  load: async () => (await import('./quickbooks-callback-page.tsx')).QuickbooksCallbackPage,
}
