import type { PortalView } from '../../screen.ts'

export const configuration: PortalView[] = [
  {
    tab: 'configuration',
    view: 'prices',
    for: 'owner',
    label: 'Prices',
    load: async () => (await import('./prices-page.tsx')).PricesPage,
  },
  {
    tab: 'configuration',
    view: 'season',
    for: 'owner',
    label: 'Season',
    load: async () => (await import('./season-page.tsx')).SeasonPage,
  },
]
