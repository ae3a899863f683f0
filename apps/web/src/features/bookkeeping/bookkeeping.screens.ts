import { portal } from '@arcadia/contract/addresses'
import type { PortalView } from '../../screen.ts'

export const bookkeeping: PortalView = {
  at: portal.dashboard.money,
  label: 'Money',
  load: async () => (await import('./season-money.tsx')).SeasonMoney,
}
