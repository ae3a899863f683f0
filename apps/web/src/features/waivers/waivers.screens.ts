import { addresses } from '@arcadia/contract/addresses'
import type { Screens } from '../../screen.ts'

export const waivers: Screens = {
  pages: [{ path: addresses.waiver.path, load: async () => (await import('./waiver-page.tsx')).WaiverPage }],
}
