import type { PortalView } from '../../screen.ts'

export const ownerNotices: PortalView = {
  tab: 'configuration',
  view: 'notifications',
  for: 'owner',
  label: 'Notifications',
  load: async () => (await import('./notices-page.tsx')).NoticesPage,
}
