import { addresses } from '@arcadia/contract/addresses'
import type { Screens } from '../../screen.ts'

export const tips: Screens = {
  pages: [{ path: addresses.tip.path, load: async () => (await import('./tip-page.tsx')).TipPage }],
}
