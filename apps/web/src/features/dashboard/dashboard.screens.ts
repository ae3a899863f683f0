import { portal } from '@arcadia/contract/addresses'
import type { PortalView } from '../../screen.ts'
import { Overview } from './overview.tsx'

export const dashboard: readonly PortalView[] = [
  {
    at: portal.dashboard.overview,
    label: 'Overview',
    Panel: Overview,
  },
  {
    at: portal.dashboard.daySheet,
    for: 'guide',
    label: 'Day sheet',
    load: async () => (await import('./day-sheet.tsx')).DaySheetView,
  },
]
