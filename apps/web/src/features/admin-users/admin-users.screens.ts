import { portal } from '@arcadia/contract/addresses'
import type { PortalView } from '../../screen.ts'

export const adminUsers: PortalView = {
  at: portal.users.all,
  label: 'Users',
  load: async () => (await import('./admin-users-tab.tsx')).AdminUsersTab,
}
