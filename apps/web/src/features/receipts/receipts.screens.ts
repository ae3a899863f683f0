import { addresses } from '@arcadia/contract/addresses'
import type { Screens } from '../../screen.ts'

export const receipts: Screens = {
  pages: [{ path: addresses.receipts.path, load: async () => (await import('./receipts-page.tsx')).ReceiptsPage }],
}
