import { addresses } from '@arcadia/contract/addresses'
import type { Screens } from '../../screen.ts'

export const balanceLinks: Screens = {
  pages: [
    { path: addresses.payBalance.path, load: async () => (await import('./pay-balance-page.tsx')).PayBalancePage },
  ],
}
