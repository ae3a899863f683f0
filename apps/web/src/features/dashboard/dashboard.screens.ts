import type { PortalView } from '../../screen.ts'
import { Overview } from './overview.tsx'

export const dashboard: readonly PortalView[] = [
  {
    tab: 'dashboard',
    view: 'overview',
    label: 'Overview',
    Panel: Overview,
  },
  {
    tab: 'dashboard',
    view: 'day-sheet',
    for: 'guide',
    label: 'Day sheet',
    load: async () => (await import('./day-sheet.tsx')).DaySheetView,
  },
]
