import { portal } from '@arcadia/contract/addresses'
import type { PortalView } from '../../screen.ts'

export const backups: PortalView = {
  at: portal.configuration.backups,
  for: 'owner',
  label: 'Backups',
  load: async () => (await import('./backups-page.tsx')).BackupsPage,
}
