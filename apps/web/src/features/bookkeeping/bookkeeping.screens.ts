import type { PortalView } from '../../screen.ts'

export const bookkeeping: PortalView = {
  tab: 'dashboard',
  view: 'money',
  label: 'Money',
  load: async () => (await import('./season-money.tsx')).SeasonMoney,
}
