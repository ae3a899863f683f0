import { portal } from '@arcadia/contract/addresses'
import type { PortalView } from '../../screen.ts'

export const ownerNotices: PortalView = {
  at: portal.configuration.notifications,
  for: 'owner',
  label: 'Notifications',
  load: async () => (await import('./notices-page.tsx')).NoticesPage,
}
