import { addresses } from '@arcadia/contract/addresses'
import type { PortalView, Screens } from '../../screen.ts'

export const waivers: Screens = {
  pages: [{ path: addresses.waiver.path, load: async () => (await import('./waiver-page.tsx')).WaiverPage }],
}

export const waiverText: PortalView = {
  tab: 'configuration',
  view: 'waiver',
  for: 'owner',
  label: 'Waiver',
  load: async () => (await import('./waiver-text-page.tsx')).WaiverTextPage,
}
