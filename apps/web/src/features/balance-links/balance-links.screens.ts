import type { Screens } from '../../screen.ts'

export const balanceLinks: Screens = {
  pages: [{ path: '/pay-balance', load: async () => (await import('./pay-balance-page.tsx')).PayBalancePage }],
}
