import { portal } from '@arcadia/contract/addresses'
import type { PortalView } from '../../screen.ts'

export const configuration: PortalView[] = [
  {
    at: portal.configuration.prices,
    for: 'owner',
    label: 'Prices',
    load: async () => (await import('./prices-page.tsx')).PricesPage,
  },
  {
    at: portal.configuration.season,
    for: 'owner',
    label: 'Season',
    load: async () => (await import('./season-page.tsx')).SeasonPage,
  },
]
