import { portal } from '@arcadia/contract/addresses'
import type { PortalView } from '../../screen.ts'

export const gallery: PortalView = {
  at: portal.configuration.gallery,
  for: 'owner',
  label: 'Gallery',
  load: async () => (await import('./gallery-page.tsx')).GalleryPage,
}
