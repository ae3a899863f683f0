import type { PortalPage } from '../../screen.ts'

export const merchant: PortalPage = {
  path: '/quickbooks/callback',
  load: async () => (await import('./quickbooks-callback-page.tsx')).QuickbooksCallbackPage,
}
