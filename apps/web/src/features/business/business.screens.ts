import { portal } from '@arcadia/contract/addresses'
import type { PortalView } from '../../screen.ts'

export const business: PortalView = {
  at: portal.configuration.business,
  for: 'owner',
  label: 'Your business',
  load: async () => (await import('./business-page.tsx')).BusinessPage,
}
