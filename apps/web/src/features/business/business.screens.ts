import type { PortalView } from '../../screen.ts'

export const business: PortalView = {
  tab: 'configuration',
  view: 'business',
  for: 'owner',
  label: 'Your business',
  load: async () => (await import('./business-page.tsx')).BusinessPage,
}
