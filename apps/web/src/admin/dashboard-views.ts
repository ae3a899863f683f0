import { lazyFeature } from '../lazy-feature.tsx'
import type { TabView } from './tab-views.tsx'

/** The views inside the Dashboard tab, in their order: Overview, Day sheet, Day moves, Mail, Audit log. */
export const dashboardViews: readonly [TabView, ...TabView[]] = [
  {
    id: 'overview',
    label: 'Overview',
    Panel: lazyFeature(async () => (await import('../features/dashboard/overview.tsx')).Overview),
  },
  {
    id: 'day-sheet',
    label: 'Day sheet',
    Panel: lazyFeature(async () => (await import('../features/dashboard/day-sheet.tsx')).DaySheetView),
  },
  {
    id: 'day-moves',
    label: 'Day moves',
    Panel: lazyFeature(async () => (await import('../features/day-moves/day-moves.tsx')).DayMovesView),
  },
  {
    id: 'mail',
    label: 'Mail',
    Panel: lazyFeature(async () => (await import('../features/mails/admin-mails.tsx')).AdminMails),
  },
  {
    id: 'audit-log',
    label: 'Audit log',
    Panel: lazyFeature(async () => (await import('../features/audit-log/admin-audit-log.tsx')).AdminAuditLog),
  },
]
