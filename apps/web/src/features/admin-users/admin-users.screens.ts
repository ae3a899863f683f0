import type { PortalView } from '../../screen.ts'

export const adminUsers: PortalView = {
  tab: 'users',
  view: 'all',
  label: 'Users',
  load: async () => (await import('./admin-users-tab.tsx')).AdminUsersTab,
}
