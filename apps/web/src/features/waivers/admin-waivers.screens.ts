import { portal } from '@arcadia/contract/addresses'
import type { PortalView } from '../../screen.ts'

/** A file of its own, so that visitors don't load the portal's addresses. */
export const waiverText: PortalView = {
  at: portal.configuration.waiver,
  for: 'owner',
  label: 'Waiver',
  load: async () => (await import('./waiver-text-page.tsx')).WaiverTextPage,
}
