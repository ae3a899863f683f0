import { portal } from '@arcadia/contract/addresses'
import type { PortalPage } from '../../screen.ts'

export const bookingReceipts: PortalPage = {
  path: portal.receipts.path,
  load: async () => (await import('./admin-receipts-page.tsx')).AdminReceiptsPage,
}
