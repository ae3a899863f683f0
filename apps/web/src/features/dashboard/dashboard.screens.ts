import type { PortalView } from '../../screen.ts'

export const dashboard: readonly PortalView[] = [
  {
    tab: 'dashboard',
    view: 'overview',
    label: 'Overview',
    load: async () => (await import('./overview.tsx')).Overview,
  },
  {
    tab: 'dashboard',
    view: 'day-sheet',
    for: 'guide',
    label: 'Day sheet',
    load: async () => (await import('./day-sheet.tsx')).DaySheetView,
  },
]
